# mistake: multiplies by the raw W_o weight instead of its transpose
# after: nn.Linear keeps (out, in), forum questions
# tasks: 2.2
# line: multihead.py:167
# takes: merge_heads 2, MultiHeadAttention.head_contributions 4

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    width = d // n_heads
    chunks = []
    for c in range(n_heads):
        chunks.append(x[..., c * width : (c + 1) * width])
    return torch.stack(chunks, dim=-3)


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        q, k, v = (split_heads(lin(x), h) for lin in (self.W_q, self.W_k, self.W_v))
        a, _ = attend(q, k, v, mask=causal_mask(x.shape[-2], x.device))
        side_by_side = merge_heads(a)
        return side_by_side @ self.W_o.weight
