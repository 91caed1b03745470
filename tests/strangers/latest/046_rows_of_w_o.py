# mistake: Head c meets the columns of W_o's weight, and these are its rows.
# tasks: 2.3
# line: multihead.py:50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        h = self.n_heads
        q, k, v = (split_heads(layer(x), h) for layer in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        w = z.shape[-1]
        parts = []
        for c in range(h):
            W_c = self.W_o.weight[c * w : (c + 1) * w]
            parts.append(z[..., c, :, :] @ W_c)
        return torch.stack(parts, dim=-3)
