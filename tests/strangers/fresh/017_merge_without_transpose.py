# mistake: reshapes straight from heads-first without moving the tokens before the heads
# after: missing transpose before view, the classic bug report
# tasks: 2.1
# line: multihead.py:86
# takes: split_heads 2

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    *lead, h, n, width = x.shape
    return x.reshape(*lead, n, h * width)


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        width = x.shape[-1] // self.n_heads
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        a, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        written = []
        for c in range(self.n_heads):
            W_c = self.W_o.weight[:, c * width : (c + 1) * width].T
            written.append(a[..., c, :, :] @ W_c)
        return torch.stack(written, dim=-3)
