# mistake: The sizes in the last reshape are those of heads and tokens swapped: h rows instead of n.
# tasks: 2.1
# line: multihead.py:18

# ===== multihead.py =====


def merge_heads(x):
    *lead, h, n, w = x.shape
    by_token = x.transpose(-3, -2).contiguous()
    return by_token.view(*lead, h, n * w)
