NAME = "block.attention_only"
SAYS = "The second half, the network, is missing."
HINT = "Which parameters get no gradient?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        return self.attention(self.norm_1(x)) + x
