NAME = "embed.indexed"
SAYS = "Both tables are indexed."
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        return self.token_embedding.weight[tokens] + self.position_embedding.weight[: tokens.shape[1]]
