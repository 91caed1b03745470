# mistake: Dimensions 1 and 2 are swapped, counted from the front: right only with exactly one leading dimension.
# tasks: 2.1
# line: multihead.py:11

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.unflatten(-1, (n_heads, d // n_heads))
    return x.transpose(1, 2)
