NAME = "embed.position_of_any_word"
SAYS = "The position embedding is looked up by the word instead of by its place; some words have no row there."
HINT = "What do you hand to the position embedding: words or places?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        return self.token_embedding(tokens) + self.position_embedding(tokens)
