NAME = "lm.blocks_summed"
SAYS = "Every block reads the embeddings, and their outputs are summed, instead of one reading the other's output."
HINT = "What does the second block read?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        x = self.embed(tokens)
        h = sum(block(x) for block in self.blocks)
        return self.unembed(self.final_norm(h))
