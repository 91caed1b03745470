NAME = "embed.last_place"
SAYS = "Every token gets the vector of the last place in the row."
HINT = "Look at the places you make: one number, or one for each token?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        n = tokens.shape[-1]
        return self.token_embedding(tokens) + self.position_embedding.weight[n - 1]
