# mistake: After the swap the tokens and the heads are joined, not the heads and their features.
# tasks: 2.1
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x):
    x = x.transpose(-3, -2)
    return x.flatten(start_dim=-3, end_dim=-2)
