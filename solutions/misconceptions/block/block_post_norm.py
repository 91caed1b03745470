NAME = "block.post_norm"
SAYS = "The norms stand after the additions (post-norm) instead of before attention and the network."
HINT = "When neither part writes anything, the stream should come out untouched. Does it?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t = self.norm_1(x + self.attention(x))
        return self.norm_2(t + self.ffn(t))
