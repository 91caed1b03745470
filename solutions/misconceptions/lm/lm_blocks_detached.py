NAME = "lm.blocks_detached"
SAYS = "The gradient is cut between the blocks, so only the last one can learn."
HINT = "Which parameters get no gradient?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h.detach())
        return self.unembed(self.final_norm(h))
