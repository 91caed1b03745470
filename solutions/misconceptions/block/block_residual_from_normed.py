NAME = "block.residual_from_normed"
SAYS = "Attention's output is added to the normalised input instead of to x."
HINT = "Make attention write nothing. Does x come out of the first half untouched?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t1 = self.norm_1(x)
        t3 = self.attention(t1) + t1
        return self.ffn(self.norm_2(t3)) + t3
