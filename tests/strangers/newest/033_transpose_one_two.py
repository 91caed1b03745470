# mistake: Dimensions 1 and 2 are swapped, which fits a batch with one leading dimension only.
# tasks: 2.1
# line: multihead.py:9

# ===== multihead.py =====


def split_heads(x, n_heads):
    head_dim = x.shape[-1] // n_heads
    x = x.view(*x.shape[:-1], n_heads, head_dim)
    return x.transpose(1, 2)
