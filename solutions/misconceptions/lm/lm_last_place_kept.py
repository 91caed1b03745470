NAME = "lm.last_place_kept"
SAYS = "Only the last place is predicted: the logits have one row instead of one for each place."
HINT = "How many predictions does one pass over n tokens give?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)[:, -1:])
