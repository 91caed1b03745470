# mistake: The zeros are made once, before the loop, so the earlier heads stay in.
# tasks: 2.3
# line: multihead.py:47

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        q, k, v = (split_heads(p(x), self.n_heads) for p in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        results = []
        alone = torch.zeros_like(z)
        for c in range(self.n_heads):
            alone = alone.clone()
            alone[..., c, :, :] = z[..., c, :, :]
            results.append(self.W_o(merge_heads(alone)))
        return torch.stack(results, dim=-3)
