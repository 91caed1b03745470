NAME = "block.attention_without_norm"
SAYS = "Attention reads x itself instead of the normalised x."
HINT = "Make x ten times as large. How much does attention's output grow? It should not."
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t3 = self.attention(x) + x
        return self.ffn(self.norm_2(t3)) + t3
