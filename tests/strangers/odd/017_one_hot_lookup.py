# embed multiplies one-hot rows with the table of words, and slices the table of places.

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        words = self.token_embedding.weight
        chosen = F.one_hot(tokens, num_classes=words.shape[0]).to(words.dtype)
        return chosen @ words + self.position_embedding.weight[: tokens.shape[1]]
