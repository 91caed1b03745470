NAME = "lm.norm_before_each_block"
SAYS = "The final norm is applied before every block too; the stream between blocks is left as it is."
HINT = "How often does the final norm stand in the three equations?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(self.final_norm(h))
        return self.unembed(self.final_norm(h))
