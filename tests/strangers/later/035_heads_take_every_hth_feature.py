# mistake: The last dimension is cut as (d/h, h), so head c gets the features c, c + h, c + 2h … instead of a contiguous chunk.
# after: wrong order in a reshape (mistake over two lines)
# tasks: 2.1
# says: Print the features 0 1 2 3 4 5 of one token after your reshape: which of them lie in a row together?
# line: multihead.py:10, 11

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.reshape(*x.shape[:-1], d // n_heads, n_heads)
    return x.movedim(-1, -3)
