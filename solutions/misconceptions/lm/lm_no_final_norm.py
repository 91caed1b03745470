NAME = "lm.no_final_norm"
SAYS = "The logits are made without the final norm."
HINT = "Which parameters get no gradient?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(h)
