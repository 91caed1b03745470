# mistake: squeeze() without a dimension drops every dimension of size 1: one head, heads of width 1, one token, a batch of 1.
# after: Blaizzy/mlx-vlm pull 1094 and many others: squeeze() that eats the batch
# tasks: 2.1
# line: multihead.py:12
# sentence: Any leading dimensions; n_heads = 1 and n_heads = d work.
# takes: merge_heads 2

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    heads = x.reshape(*x.shape[:-1], n_heads, -1)
    heads = heads.transpose(-3, -2)
    return heads.squeeze()
