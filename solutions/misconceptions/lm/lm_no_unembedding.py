NAME = "lm.no_unembedding"
SAYS = "The unembedding is left out: the result is vectors of width d_model."
HINT = "How many numbers does each place need: one for each what?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.final_norm(h)
