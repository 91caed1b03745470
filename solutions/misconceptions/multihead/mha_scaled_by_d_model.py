NAME = "mha.scaled_by_d_model"
SAYS = "The scores are scaled by the width of the model instead of that of one head."
HINT = "How wide is a key inside a head? With more heads, should the scores shrink?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q / self.n_heads**0.5, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))
