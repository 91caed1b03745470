NAME = "block.first_residual_missing"
SAYS = "x is not added to attention's output."
HINT = "Make attention write nothing. What is left of x?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x))
        return self.ffn(self.norm_2(t3)) + t3
