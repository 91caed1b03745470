NAME = "contributions.heads_in_front"
SAYS = "The heads are the first dimension of all, before the batch; they belong right before the tokens."
HINT = "Try an x with one leading dimension and compare the shape with (..., h, n, d)."
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        each = heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
        return each.movedim(-3, 0)
