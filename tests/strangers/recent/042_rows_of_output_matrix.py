# mistake: Head c is multiplied with the rows of W_o that carry its numbers; nn.Linear uses the transpose, so the columns belong to head c.
# tasks: 2.3
# line: multihead.py:48, 49

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x):
        q, k, v = (split_heads(layer(x), self.n_heads) for layer in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        width = z.shape[-1]
        contributions = []
        for c in range(self.n_heads):
            W_c = self.W_o.weight[c * width : (c + 1) * width, :]
            contributions.append(z[..., c, :, :] @ W_c)
        return torch.stack(contributions, dim=-3)
