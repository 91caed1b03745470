NAME = "lm.last_place_only"
SAYS = "Only the logits of the last place are returned."
HINT = "How many predictions does one pass over n tokens give?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))[:, -1]
