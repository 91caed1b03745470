# mistake: Head c gets every h-th column of W_o, not its own block of columns.
# tasks: 2.3
# line: multihead.py:47

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        h = self.n_heads
        q, k, v = (split_heads(p(x), h) for p in (self.W_q, self.W_k, self.W_v))
        z = attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]
        out = [z[..., c, :, :] @ self.W_o.weight[:, c::h].T for c in range(h)]
        return torch.stack(out, dim=-3)
