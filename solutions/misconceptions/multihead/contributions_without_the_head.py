NAME = "contributions.without_the_head"
SAYS = "Each entry holds what the layer would return without that head, instead of what the head writes."
HINT = "Add up your contributions: with h heads the sum is (h − 1) times forward(x)."
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        each = heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
        return each.sum(dim=-3, keepdim=True) - each
