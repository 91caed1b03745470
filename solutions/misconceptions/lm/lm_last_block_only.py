NAME = "lm.last_block_only"
SAYS = "Only the last block counts: each block reads the embeddings instead of what the block before it wrote."
HINT = "What does the second block read?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            h = block(x)
        return self.unembed(self.final_norm(h))
