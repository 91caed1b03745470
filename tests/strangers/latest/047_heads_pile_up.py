# mistake: Kept is made once before the loop, so contribution c still holds the heads before it.
# tasks: 2.3
# line: multihead.py:48, 51

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        z = attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]
        kept = torch.zeros_like(z)
        contributions = []
        for c in range(self.n_heads):
            kept = kept.clone()
            kept[..., c, :, :] = z[..., c, :, :]
            contributions.append(self.W_o(merge_heads(kept)))
        return torch.stack(contributions, dim=-3)
