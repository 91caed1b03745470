# mistake: The rows of W_o are cut, not the columns.
# tasks: 2.3
# line: multihead.py:50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        h = self.n_heads
        q, k, v = (split_heads(p(x), h) for p in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        width = z.shape[-1]
        parts = []
        for c in range(h):
            W_c = self.W_o.weight[c * width : (c + 1) * width]
            parts.append(z[..., c, :, :] @ W_c)
        return torch.stack(parts, dim=-3)
