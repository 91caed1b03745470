# mistake: The heads are stacked as the last dimension: their features alternate.
# tasks: 2.1
# line: multihead.py:17

# ===== multihead.py =====


def merge_heads(x):
    by_head = x.unbind(dim=-3)
    return torch.stack(by_head, dim=-1).flatten(-2)
