NAME = "embed.no_positions"
SAYS = "Only the words are embedded; their places are not."
HINT = "Give the model the same two words in both orders. Can it tell them apart?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        return self.token_embedding(tokens)
