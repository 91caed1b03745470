# mistake: W^O is viewed as (h, d/h, d), which cuts its rows. Its columns belong to the heads: (d, h, d/h).
# tasks: 2.3
# line: multihead.py:49, 50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        z, _ = attend(q, k, v, mask)
        W = self.W_o.weight.reshape(self.n_heads, d // self.n_heads, d)
        return torch.einsum("...cnw,cwd->...cnd", z, W)
