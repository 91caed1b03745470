# mistake: The last n places are taken, not the first n.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        n = tokens.shape[-1]
        return self.token_embedding(tokens) + self.position_embedding.weight[-n:]
