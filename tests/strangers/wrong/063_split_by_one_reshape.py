# mistake: One reshape straight to (h, n, d/h): the right shape, but features of different tokens end up in one head.
# after: reczoo/FuxiCTR#30; 649453932/Chinese-Text-Classification-Pytorch#10
# tasks: 2.1
# line: multihead.py:11
# sentence: Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    *lead, n, _ = x.shape
    return x.reshape(*lead, n_heads, n, d // n_heads)
