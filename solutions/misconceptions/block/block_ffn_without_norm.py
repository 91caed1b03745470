NAME = "block.ffn_without_norm"
SAYS = "The network reads t³ itself instead of the normalised t³."
HINT = "Which parameters get no gradient?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(t3) + t3
