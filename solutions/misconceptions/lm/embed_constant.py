NAME = "embed.constant"
SAYS = "Every token gets the vector of place 0."
HINT = "Look at the places you make: are they different from token to token?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.zeros_like(tokens)
        return self.token_embedding(tokens) + self.position_embedding(positions)
