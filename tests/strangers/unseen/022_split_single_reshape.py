# mistake: One reshape goes straight to the final shape, without moving the heads before the tokens.
# after: reshape taken for a transpose
# tasks: 2.1
# line: multihead.py:59
# takes: merge_heads 3, MultiHeadAttention.forward 3, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    *lead, n, _ = x.shape
    return x.reshape(*lead, n_heads, n, d // n_heads)
