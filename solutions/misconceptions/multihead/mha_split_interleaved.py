NAME = "mha.split_interleaved"
SAYS = "The features are dealt out to the heads one by one here instead of in contiguous chunks."
HINT = "Head 0 works on the first d/h features. You have split_heads for this."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (W(x).unflatten(-1, (-1, self.n_heads)).movedim(-1, -3) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))
