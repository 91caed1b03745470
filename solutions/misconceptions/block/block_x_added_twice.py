NAME = "block.x_added_twice"
SAYS = "x is added once more at the end, although t³ already contains it."
HINT = "When neither part writes anything, how often does x come out?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_2(t3)) + t3 + x
