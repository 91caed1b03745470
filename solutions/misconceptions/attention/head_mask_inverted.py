NAME = "head.mask_inverted"
SAYS = "The head sees the future only: the mask is inverted."
HINT = "True means 'may see'. Look at the first row of the mask that you pass on."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = ~causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]
