# mistake: The values are used without being mixed by attention.
# after: forgot to multiply with the weights
# tasks: 2.3
# line: multihead.py:45

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        h = self.n_heads
        q = split_heads(self.W_q(x), h)
        k = split_heads(self.W_k(x), h)
        v = split_heads(self.W_v(x), h)
        _, weights = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        columns = self.W_o.weight.split(x.shape[-1] // h, dim=1)
        found = []
        for c in range(h):
            found.append(v[..., c, :, :] @ columns[c].T)
        return torch.stack(found, dim=-3)
