NAME = "block.stream_in_place"
SAYS = "The stream is changed in place: x itself is different after the call."
HINT = "Print x before and after the call."
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        x += self.attention(self.norm_1(x))
        x += self.ffn(self.norm_2(x))
        return x
