# mistake: Dimensions 1 and 2 are swapped, which are tokens and heads only with exactly one leading dimension; any leading dimensions must work.
# tasks: 2.1
# line: multihead.py:10

# ===== multihead.py =====


def split_heads(x, n_heads):
    *lead, n, d = x.shape
    d_head = d // n_heads
    cut = x.reshape(*lead, n, n_heads, d_head)
    return cut.transpose(1, 2)
