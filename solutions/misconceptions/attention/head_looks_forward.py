NAME = "head.looks_forward"
SAYS = "The mask is transposed, so every token sees itself and the future."
HINT = "In the mask rows are queries. Change the last token of x: which rows of the output may change?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device).transpose(-2, -1)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]
