NAME = "embed.places_skip_word_0"
SAYS = "Word 0 is left out when places are counted, as if it were padding."
HINT = "At which place is the word after a 0?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        places = ((tokens != 0).cumsum(dim=1) - 1).clamp(min=0)
        return self.token_embedding(tokens) + self.position_embedding(places)
