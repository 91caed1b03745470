NAME = "block.norms_made_anew"
SAYS = "forward makes new norms, with weights of their own; self.norm_1 and self.norm_2 are never used."
HINT = "Which parameters of the block get no gradient? Where are the norms made that your forward calls?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        norm = LayerNorm(x.shape[-1])
        t3 = self.attention(norm(x)) + x
        return self.ffn(norm(t3)) + t3
