# mistake: The width is cut as (d/h, h), so a head gets every h-th feature instead of a contiguous chunk.
# tasks: 2.1
# line: multihead.py:10

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    parts = x.reshape(*x.shape[:-1], d // n_heads, n_heads)
    return parts.movedim(-1, -3)
