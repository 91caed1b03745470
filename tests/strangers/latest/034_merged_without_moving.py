# mistake: The heads are not moved behind the tokens before the reshape.
# tasks: 2.1
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    *lead, h, n, w = x.shape
    return x.reshape(*lead, n, h * w)
