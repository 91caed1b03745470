# mistake: The contributions are stacked in a new first dimension instead of right before the tokens.
# tasks: 2.3
# line: multihead.py:48

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], x.device)
        q, k, v = (split_heads(w(x), self.n_heads) for w in (self.W_q, self.W_k, self.W_v))
        z = attend(q, k, v, mask)[0]
        columns = self.W_o.weight.chunk(self.n_heads, dim=1)
        return torch.stack([z[..., c, :, :] @ columns[c].T for c in range(self.n_heads)])
