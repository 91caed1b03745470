NAME = "block.norm_shared"
SAYS = "self.norm_1 is used twice, and self.norm_2 never."
HINT = "Which parameters get no gradient?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_1(t3)) + t3
