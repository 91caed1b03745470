NAME = "block.ffn_only"
SAYS = "The first half, attention, is missing."
HINT = "Change the first token. Do the outputs after it change?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        return self.ffn(self.norm_2(x)) + x
