NAME = "lm.scaled_logits"
SAYS = "The logits are divided by √d."
HINT = "Which equation gives the logits, and does it divide by anything?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)) / h.shape[-1] ** 0.5
