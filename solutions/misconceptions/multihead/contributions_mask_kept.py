NAME = "contributions.mask_kept"
SAYS = "The mask of the first call is kept and used for all later ones."
HINT = "Call it on three tokens, then on five."
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        if not hasattr(self, "parts"):
            self.parts = split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
            self.mask = causal_mask(x.shape[-2], device=x.device)
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, self.mask)
        return heads @ self.parts
