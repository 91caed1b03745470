NAME = "embed.position_of_any_word"
SAYS = (
    "The position embedding is looked up by the word, not by its place; with more words than places, some have no row."
)
HINT = "What do you hand to the position embedding: words or places?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        return self.token_embedding(tokens) + self.position_embedding(tokens)
