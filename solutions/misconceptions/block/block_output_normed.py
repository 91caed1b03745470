NAME = "block.output_normed"
SAYS = "The block's output is normalised once more."
HINT = "When neither part writes anything, the stream should come out untouched. Does it?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.norm_2(self.ffn(self.norm_2(t3)) + t3)
