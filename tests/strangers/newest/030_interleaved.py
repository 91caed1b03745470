# mistake: The last dimension is cut into (width, heads): each head gets every h-th feature.
# tasks: 2.1
# line: multihead.py:8

# ===== multihead.py =====


def split_heads(x, n_heads):
    *lead, n, d = x.shape
    cut = x.reshape(*lead, n, d // n_heads, n_heads)
    return cut.movedim(-1, -3)
