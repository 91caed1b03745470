# mistake: The position vectors are weighted by a half.
# after: a tuning knob left in
# tasks: 4.1
# line: lm.py:25

# ===== lm.py =====

class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        tok = F.embedding(tokens, self.token_embedding.weight)
        pos = self.position_embedding.weight[:n]
        pos = 0.5 * pos
        return tok + pos
