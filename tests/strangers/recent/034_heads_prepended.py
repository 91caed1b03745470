# mistake: Each further head is put in front of what is merged already, so the last head comes first; head 0 must come first.
# tasks: 2.1
# line: multihead.py:20

# ===== multihead.py =====


def merge_heads(x):
    n_heads = x.shape[-3]
    merged = x[..., 0, :, :]
    for c in range(1, n_heads):
        head = x[..., c, :, :]
        merged = torch.cat([head, merged], dim=-1)
    return merged
