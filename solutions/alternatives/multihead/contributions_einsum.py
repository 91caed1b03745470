NAME = "contributions.einsum"
SAYS = "Columns of W^O by einsum; the output is not contiguous."
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        columns = self.W_o.weight.unflatten(1, (self.n_heads, -1))
        return torch.einsum("...hnw,ohw->...nho", heads, columns).transpose(-3, -2)
