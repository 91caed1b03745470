NAME = "lm.residual_around_blocks"
SAYS = "What a block reads is added to its output again, although the block does that itself."
HINT = "When a block writes nothing, how often does the stream come out?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = h + block(h)
        return self.unembed(self.final_norm(h))
