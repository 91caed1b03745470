# mistake: Iterating over x goes through its first dimension, which is the batch if there is one. The heads are the third dimension from the end.
# tasks: 2.1
# line: multihead.py:16

# ===== multihead.py =====


def merge_heads(x):
    parts = [head for head in x]
    return torch.cat(parts, dim=-1)
