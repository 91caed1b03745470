NAME = "lm.first_block_repeated"
SAYS = "The first block is applied again and again; the others are not used."
HINT = "Which blocks' parameters get no gradient?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for _ in self.blocks:
            h = self.blocks[0](h)
        return self.unembed(self.final_norm(h))
