NAME = "block.sublayers_swapped"
SAYS = "The network comes before attention, each with its own norm."
HINT = "In which order do t² and t⁵ come?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.ffn(self.norm_2(x)) + x
        return self.attention(self.norm_1(t3)) + t3
