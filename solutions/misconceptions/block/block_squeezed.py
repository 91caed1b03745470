NAME = "block.squeezed"
SAYS = "A batch of one sequence loses its first dimension."
HINT = "Call the block with one sequence in the batch, (1, n, d_model), and look at the shape."
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return (x + self.ffn(self.norm_2(x))).squeeze(0)
