# mistake: The weight of W_o is cut by rows, as it is not transposed first.
# after: nn.Linear's weight is stored the other way round; the transpose is left out
# tasks: 2.3
# line: multihead.py:212

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        n_heads, d = self.n_heads, x.shape[-1]
        q = split_heads(self.W_q(x), n_heads)
        k = split_heads(self.W_k(x), n_heads)
        v = split_heads(self.W_v(x), n_heads)
        a, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        W_o = self.W_o.weight.reshape(n_heads, d // n_heads, d)
        return torch.einsum("...hne,hed->...hnd", a, W_o)
