NAME = "block.both_residuals_from_normed"
SAYS = "Both residuals start from the normalised vectors instead of from the stream."
HINT = "When neither part writes anything, the stream should come out untouched. Does it?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t1 = self.norm_1(x)
        t4 = self.norm_2(self.attention(t1) + t1)
        return self.ffn(t4) + t4
