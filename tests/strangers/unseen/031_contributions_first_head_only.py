# mistake: Every turn of the loop takes the finding of head 0 instead of head c.
# after: the loop variable is used in one place and forgotten in the other
# tasks: 2.3
# line: multihead.py:216
# takes: split_heads 3, merge_heads 3, MultiHeadAttention.forward 3

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        found, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        d_head = found.shape[-1]
        parts = []
        for c in range(self.n_heads):
            columns = self.W_o.weight[:, c * d_head : (c + 1) * d_head]
            a_c = found[..., 0, :, :]
            parts.append(a_c @ columns.T)
        return torch.stack(parts, dim=-3)
