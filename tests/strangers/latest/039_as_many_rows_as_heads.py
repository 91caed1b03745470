# mistake: X.shape[-3] is the number of heads, but the result has a row for each token.
# tasks: 2.1
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    swapped = x.transpose(-3, -2)
    return swapped.reshape(*x.shape[:-3], x.shape[-3], -1)
