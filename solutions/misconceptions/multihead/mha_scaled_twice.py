NAME = "mha.scaled_twice"
SAYS = "The scores are scaled here, although attend scales them already."
HINT = "What does attend do to the scores before the softmax? How often should that happen?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q / q.shape[-1] ** 0.5, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))
