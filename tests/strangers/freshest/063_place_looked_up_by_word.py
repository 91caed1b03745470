# mistake: The table of places is asked with the word numbers instead of the places.
# tasks: 4.1
# line: lm.py:24

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        tok_emb = self.token_embedding(tokens)
        pos_emb = self.position_embedding(tokens)
        return tok_emb + pos_emb
