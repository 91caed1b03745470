# mistake: Places are counted from 1, and a full row asks for a place that the table does not have.
# tasks: 4.1
# line: lm.py:26

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        positions = torch.arange(1, n + 1, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(positions)
