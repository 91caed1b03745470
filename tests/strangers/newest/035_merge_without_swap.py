# mistake: The heads are not moved back behind the tokens before the reshape.
# tasks: 2.1
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x):
    *lead, h, n, dh = x.shape
    return x.contiguous().view(*lead, n, h * dh)
