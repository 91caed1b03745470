NAME = "block.norms_swapped"
SAYS = "self.norm_1 and self.norm_2 have changed places."
HINT = "Which norm stands before attention, and which before the network?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_2(x)) + x
        return self.ffn(self.norm_1(t3)) + t3
