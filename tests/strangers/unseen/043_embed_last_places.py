# mistake: The last n rows of the position table are taken instead of the first n.
# after: sign in a slice: counted from the wrong end
# tasks: 4.1
# line: lm.py:90
# takes: TransformerLM.forward 2, next_token_loss 3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        tok = self.token_embedding(tokens)
        pos = self.position_embedding.weight[-n:]
        return tok + pos
