NAME = "block.one_expression"
SAYS = "The stream updated by name, the block in two lines."
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))
