NAME = "mha.mask_wrong_corner"
SAYS = "The mask is kept from a longer call, and the wrong corner is cut out of it: its last rows, its first columns."
HINT = "After a long row give a short one. Which part of the large mask is the mask of the short row?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        n = x.shape[-2]
        kept = getattr(self, "kept", None)
        if kept is None or kept.shape[0] < n:
            kept = self.kept = causal_mask(n, device=x.device)
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, kept[-n:, :n])
        return self.W_o(merge_heads(heads))
