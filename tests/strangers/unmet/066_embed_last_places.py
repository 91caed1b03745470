# mistake: The last n rows of the table of places are used. A short row has to use the first n: places 0 to n − 1.
# tasks: 4.1
# line: lm.py:23

# ===== lm.py =====


class TransformerLM(nn.Module):
    def embed(self, tokens):
        n = tokens.shape[1]
        place_vectors = self.position_embedding.weight[-n:]
        word_vectors = self.token_embedding.weight[tokens]
        return word_vectors + place_vectors.unsqueeze(0)
