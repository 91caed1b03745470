NAME = "lm.first_block_skipped"
SAYS = "The first block is skipped."
HINT = "The formula counts blocks from 1. From which number does the list count?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        stream = self.embed(tokens)
        for block in self.blocks[1:]:
            stream = block(stream)
        return self.unembed(self.final_norm(stream))
