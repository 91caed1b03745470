# mistake: The width is cut into (d/h, h) instead of (h, d/h), so a head gets every h-th feature.
# after: the two new sizes of a reshape the wrong way round
# tasks: 2.1
# line: multihead.py:59

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    d_head = d // n_heads
    pieces = x.unflatten(-1, (d_head, n_heads))
    return pieces.movedim(-1, -3)
