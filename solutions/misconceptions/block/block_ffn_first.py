NAME = "block.ffn_first"
SAYS = "The network comes before attention."
HINT = "In which order do t² and t⁵ come?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.ffn(self.norm_1(x)) + x
        return self.attention(self.norm_2(t3)) + t3
