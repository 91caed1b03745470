NAME = "block.parallel"
SAYS = "Attention and the network both read x: the network does not see what attention wrote."
HINT = "From which vector is t⁴ made, x or t³?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        return x + self.attention(self.norm_1(x)) + self.ffn(self.norm_2(x))
