NAME = "block.residual_to_x"
SAYS = "The network's output is added to x instead of to t³, so what attention wrote is lost."
HINT = "Make the network write nothing. Is what attention wrote still in the stream?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(self.norm_1(x)) + x
        return self.ffn(self.norm_2(t3)) + x
