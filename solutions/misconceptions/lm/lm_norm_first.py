NAME = "lm.norm_first"
SAYS = "The final norm comes before the blocks instead of after them."
HINT = "In which order do the three equations come?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.final_norm(self.embed(tokens))
        for block in self.blocks:
            h = block(h)
        return self.unembed(h)
