# mistake: The zero buffer is made once before the loop, so head c's contribution holds those of all earlier heads too; each head must stand alone.
# tasks: 2.3
# line: multihead.py:49, 52

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x):
        h = self.n_heads
        w = x.shape[-1] // h
        mask = causal_mask(x.shape[-2], x.device)
        z, _ = attend(
            split_heads(self.W_q(x), h), split_heads(self.W_k(x), h), split_heads(self.W_v(x), h), mask
        )
        alone = torch.zeros_like(x)
        written = []
        for c in range(h):
            alone = alone.clone()
            alone[..., c * w : (c + 1) * w] = z[..., c, :, :]
            written.append(self.W_o(alone))
        return torch.stack(written, dim=-3)
