# mistake: It flattens from dimension 2 on, counted from the front: right only with exactly one leading dimension.
# tasks: 2.1
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    x = x.transpose(-3, -2)
    return x.flatten(2)
