NAME = "lm.norm_after_each_block"
SAYS = "The final norm is applied after every block instead of once at the end."
HINT = "Try a stack of two blocks. How often is the final norm used?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = self.final_norm(block(h))
        return self.unembed(h)
