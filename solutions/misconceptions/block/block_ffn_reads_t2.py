NAME = "block.ffn_reads_t2"
SAYS = "The network reads attention's output alone, without the stream it was added to."
HINT = "From which vector is t⁴ made, t² or t³?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t2 = self.attention(self.norm_1(x))
        return self.ffn(self.norm_2(t2)) + t2 + x
