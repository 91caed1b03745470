# mistake: The rows of W^O that belong to head c are used, not its columns. nn.Linear computes x Wᵀ, so head c meets columns.
# tasks: 2.3
# line: multihead.py:49, 50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x):
        h = self.n_heads
        width = x.shape[-1] // h
        q, k, v = (split_heads(W(x), h) for W in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        written = []
        for c in range(h):
            W_c = self.W_o.weight[c * width : (c + 1) * width, :]
            written.append(z[..., c, :, :] @ W_c)
        return torch.stack(written, dim=-3)
