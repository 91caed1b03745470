# mistake: The places are counted along the batch, so all tokens of row b get the vector of place b; they must be counted along each row.
# tasks: 4.1
# line: lm.py:26, 27

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens):
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        tok = self.token_embedding(tokens)  # (B, n, d)
        index = torch.arange(len(tokens), device=tokens.device) % self.context_length
        pos = self.position_embedding(index).unsqueeze(1)
        return tok + pos
