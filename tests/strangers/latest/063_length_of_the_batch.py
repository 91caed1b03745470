# mistake: Len(tokens) is the number of rows, not the number of tokens in a row.
# tasks: 4.1
# line: lm.py:26

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        where = torch.arange(len(tokens), device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(where)
