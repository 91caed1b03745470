NAME = "block.normed_twice"
SAYS = "x is normalised twice before attention reads it."
HINT = "How often does the equation for t¹ use the norm?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(self.norm_1(x))) + x
        return self.ffn(self.norm_2(t3)) + t3
