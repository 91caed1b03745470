# mistake: Head c gets every h-th feature, because the width is cut as (d/h, h). The chunks have to be contiguous.
# tasks: 2.1
# line: multihead.py:9, 10

# ===== multihead.py =====


def split_heads(x, n_heads):
    *lead, n, d = x.shape
    width = d // n_heads
    chunks = x.reshape(*lead, n, width, n_heads)
    return chunks.movedim(-1, -3)
