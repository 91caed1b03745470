# mistake: The last token always gets the last place of the context, so a short row does not start at place 0; places are counted from 0 in every row.
# tasks: 4.1
# line: lm.py:25

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens):
        batch, n = tokens.shape
        token_vectors = self.token_embedding(tokens)
        position_table = self.position_embedding.weight
        position_vectors = position_table[-n:]
        return token_vectors + position_vectors.expand(batch, -1, -1)
