# mistake: The contributions are stacked at dimension 1, which is right only with exactly one leading dimension; the heads must come just before the tokens.
# tasks: 2.3
# line: multihead.py:52

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x):
        n_heads = self.n_heads
        q = split_heads(self.W_q(x), n_heads)
        k = split_heads(self.W_k(x), n_heads)
        v = split_heads(self.W_v(x), n_heads)
        found, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        blocks = self.W_o.weight.chunk(n_heads, dim=1)
        parts = []
        for c, W_c in enumerate(blocks):
            parts.append(found[..., c, :, :] @ W_c.T)
        return torch.stack(parts, dim=1)
