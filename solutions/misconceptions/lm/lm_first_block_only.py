NAME = "lm.first_block_only"
SAYS = "Only the first block is applied."
HINT = "Which blocks' parameters get no gradient?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        return self.unembed(self.final_norm(self.blocks[0](self.embed(tokens))))
