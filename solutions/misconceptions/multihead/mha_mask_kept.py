NAME = "mha.mask_kept"
SAYS = "The mask of the first call is kept and used for every later one, whatever its length."
HINT = "Call the layer on one token, then on four. Which mask does it use the second time?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        if not hasattr(self, "mask"):
            self.mask = causal_mask(x.shape[-2], device=x.device)
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, self.mask)[0]))
