# mistake: The chunks are stacked in a new first dimension, in front of the batch instead of right before the tokens.
# tasks: 2.1
# line: multihead.py:8

# ===== multihead.py =====


def split_heads(x, n_heads):
    chunks = x.chunk(n_heads, dim=-1)
    return torch.stack(chunks)
