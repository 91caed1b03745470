# mistake: the chunks are stacked after the token dimension, so the shape is (n, h, d/h)
# after: wrong dim in torch.stack, office hours
# tasks: 2.1
# line: multihead.py:59
# takes: merge_heads 2, MultiHeadAttention.head_contributions 3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    pieces = x.chunk(n_heads, dim=-1)
    return torch.stack(pieces, dim=-2)


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        q, k, v = (split_heads(lin(x), h) for lin in (self.W_q, self.W_k, self.W_v))
        a, _ = attend(q, k, v, mask=causal_mask(x.shape[-2], x.device))
        side_by_side = merge_heads(a)
        return side_by_side @ self.W_o.weight.T
