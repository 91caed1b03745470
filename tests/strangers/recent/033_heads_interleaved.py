# mistake: Head c gets every h-th feature, and merge_heads puts them back in the same way; the task asks for contiguous chunks, side by side.
# tasks: 2.1
# line: multihead.py:8, 9, 13, 14

# ===== multihead.py =====


def split_heads(x, n_heads):
    d = x.shape[-1]
    x = x.unflatten(-1, (d // n_heads, n_heads))
    return x.movedim(-1, -3)


def merge_heads(x):
    x = x.movedim(-3, -1)
    return x.flatten(-2)
