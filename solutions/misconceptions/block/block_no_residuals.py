NAME = "block.no_residuals"
SAYS = "Nothing is added to the stream: both residuals are missing."
HINT = "When neither part writes anything, the stream should come out untouched. Does it?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        return self.ffn(self.norm_2(self.attention(self.norm_1(x))))
