NAME = "contributions.rows_of_w_o"
SAYS = "The rows of W^O are shared out among the heads; it should be the columns."
HINT = "W_o.weight is (out, in). Which of the two meets the features of the merged heads?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ self.W_o.weight.unflatten(0, (self.n_heads, -1))
