NAME = "contributions.divided_by_h"
SAYS = "Each contribution is divided by the number of heads, so the sum is too small."
HINT = "Add up your contributions and compare with forward(x). The heads are added, not averaged."
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1) / self.n_heads
