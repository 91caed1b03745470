# mistake: Head c starts at feature c, not at c times its width.
# tasks: 2.1
# line: multihead.py:10

# ===== multihead.py =====


def split_heads(x, n_heads):
    width = x.shape[-1] // n_heads
    heads = []
    for c in range(n_heads):
        start = c
        heads.append(x[..., start : start + width])
    return torch.stack(heads, dim=-3)
