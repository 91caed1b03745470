NAME = "mha.mask_after_softmax"
SAYS = "The future is cut away after the softmax here, so the weights that are left do not sum to 1."
HINT = "attend takes a mask. What does the first token's weight for itself have to be?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        _, weights = attend(q, k, v)
        return self.W_o(merge_heads((weights * causal_mask(x.shape[-2], device=x.device)) @ v))
