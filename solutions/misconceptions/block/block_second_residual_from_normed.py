NAME = "block.second_residual_from_normed"
SAYS = "The network's output is added to the normalised t⁴ instead of to t³."
HINT = "Make the network write nothing. Does t³ come out untouched?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        t4 = self.norm_2(t3)
        return self.ffn(t4) + t4
