# mistake: The last n places are used instead of the first n.
# tasks: 4.1
# line: lm.py:26

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        positions = self.position_embedding.weight[-n:]
        return self.token_embedding(tokens) + positions
