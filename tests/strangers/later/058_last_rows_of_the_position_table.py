# mistake: The last n rows of the position table are taken, so a short row starts at place context_length − n.
# after: own invention, mixing it up with the cut of the context in generate
# tasks: 4.1
# says: All is well for a full row; for n = 1, which place does your token get?
# line: lm.py:25

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        assert n <= self.context_length
        return self.token_embedding(tokens) + self.position_embedding.weight[-n:]
