NAME = "mha.interleaved"
SAYS = "The features are dealt out to the heads one by one here, and gathered in the same way."
HINT = "Head 0 works on the first d/h features. You have split_heads and merge_heads for this."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (W(x).unflatten(-1, (-1, self.n_heads)).movedim(-1, -3) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(heads.movedim(-3, -1).flatten(-2))
