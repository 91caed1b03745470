# mistake: takes the last n rows of the position table instead of the first n
# after: slice from the wrong end, sliding-window habit
# tasks: 4.1
# line: lm.py:90
# takes: generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        words = self.token_embedding(tokens)
        places = self.position_embedding.weight[-n:]
        return words + places
