# mistake: Going through x goes through its first dimension, which is the batch and not the heads where there is one.
# tasks: 2.1
# line: multihead.py:16

# ===== multihead.py =====


def merge_heads(x):
    heads = [head for head in x]
    return torch.cat(heads, dim=-1)
