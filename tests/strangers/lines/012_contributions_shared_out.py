# mistake: Each contribution is divided by the number of heads.
# after: mean over heads instead of their sum
# tasks: 2.3
# line: multihead.py:43

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(layer(x), self.n_heads) for layer in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        written = []
        for c in range(self.n_heads):
            alone = torch.zeros_like(heads)
            alone[..., c, :, :] = heads[..., c, :, :]
            written.append(self.W_o(merge_heads(alone)) / self.n_heads)
        return torch.stack(written, dim=-3)
