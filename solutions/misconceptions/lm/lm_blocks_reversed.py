NAME = "lm.blocks_reversed"
SAYS = "The blocks are applied from the last to the first."
HINT = "Which block reads the embeddings?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in reversed(self.blocks):
            h = block(h)
        return self.unembed(self.final_norm(h))
