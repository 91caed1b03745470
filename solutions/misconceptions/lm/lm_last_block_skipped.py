NAME = "lm.last_block_skipped"
SAYS = "The last block is left out."
HINT = "How many blocks are applied in a stack of one?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks[:-1]:
            h = block(h)
        return self.unembed(self.final_norm(h))
