NAME = "contributions.w_o_without_gradient"
SAYS = "No gradient reaches W_o: its numbers are used without PyTorch keeping track."
HINT = "W_o.weight and W_o.weight.data are not the same thing. Which do you use?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight.data, self.n_heads).transpose(-2, -1)
