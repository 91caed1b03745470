# One einsum over the columns of W_o, cut by head.
# 2.3

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        q, k, v = [split_heads(p(x), self.n_heads) for p in (self.W_q, self.W_k, self.W_v)]
        z = attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]
        columns = self.W_o.weight.unflatten(1, (self.n_heads, -1))
        return torch.einsum("...hne,dhe->...hnd", z, columns)
