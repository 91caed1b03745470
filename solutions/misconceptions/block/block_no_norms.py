NAME = "block.no_norms"
SAYS = "Neither part's input is normalised."
HINT = "Which parameters get no gradient?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(x) + x
        return self.ffn(t3) + t3
