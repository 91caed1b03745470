NAME = "block.second_residual_missing"
SAYS = "t³ is not added to the network's output."
HINT = "Make the network write nothing. What is left of the stream?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_2(t3))
