NAME = "contributions.no_gradient"
SAYS = "The numbers are right, but no gradient flows back."
HINT = "Are the contributions computed where PyTorch does not keep track, or from W_o.weight.data?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    @torch.no_grad()
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
