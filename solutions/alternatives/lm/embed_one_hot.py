NAME = "embed.one_hot"
SAYS = "Words by one-hot vectors, places by a slice."
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        words = F.one_hot(tokens, self.token_embedding.num_embeddings).to(self.token_embedding.weight.dtype)
        return words @ self.token_embedding.weight + self.position_embedding.weight[: tokens.shape[1]]
