# mistake: takes the rows of W_o that belong to the head instead of its columns
# after: nn.Linear weight layout, wrong axis of a slice
# tasks: 2.3
# line: multihead.py:216
# takes: split_heads 2, merge_heads 2, MultiHeadAttention.forward 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        width = x.shape[-1] // self.n_heads
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        a, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        written = []
        for c in range(self.n_heads):
            W_c = self.W_o.weight[c * width : (c + 1) * width, :]
            written.append(a[..., c, :, :] @ W_c)
        return torch.stack(written, dim=-3)
