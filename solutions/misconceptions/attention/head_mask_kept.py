NAME = "head.mask_kept"
SAYS = "The mask of the first call is kept and used for every later one, whatever its length."
HINT = "Call the head on one token, then on four. Which mask does it use the second time?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        if not hasattr(self, "mask"):
            self.mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), self.mask)[0]
