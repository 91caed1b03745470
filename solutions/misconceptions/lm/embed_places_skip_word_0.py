NAME = "embed.places_skip_word_0"
SAYS = "Word 0 is not counted when places are: it is treated as padding."
HINT = "At which place stands the word after a 0?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        places = ((tokens != 0).cumsum(dim=1) - 1).clamp(min=0)
        return self.token_embedding(tokens) + self.position_embedding(places)
