NAME = "block.norm_after_parts"
SAYS = "The norms are applied to what attention and the network write, not to what they read."
HINT = "t¹ is what attention reads. What does your attention read?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        t = x + self.norm_1(self.attention(x))
        return t + self.norm_2(self.ffn(t))
