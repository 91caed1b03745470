# mistake: The places are 1 … n instead of 0 … n − 1, so a full row falls off the table.
# after: the lectures' counting
# tasks: 4.1
# says: Which row of the position table does your first token get, and which one the last of a full context?
# line: lm.py:26

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(1, n + 1, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(places)
