# mistake: Head c is put at feature c instead of c times the head's width.
# tasks: 2.3
# line: multihead.py:51

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        h = self.n_heads
        q, k, v = (split_heads(layer(x), h) for layer in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        width = z.shape[-1]
        parts = []
        for c in range(h):
            alone = torch.zeros_like(x)
            alone[..., c : c + width] = z[..., c, :, :]
            parts.append(self.W_o(alone))
        return torch.stack(parts, dim=-3)
