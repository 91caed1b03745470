# mistake: Transpose(-3, -1) swaps tokens and features; tokens and heads are -3 and -2.
# tasks: 2.1
# line: multihead.py:11

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.unflatten(-1, (n_heads, d // n_heads))
    return x.transpose(-3, -1)
