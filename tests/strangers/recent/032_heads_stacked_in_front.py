# mistake: The heads are stacked as the very first dimension; with a batch they must come after it, just before the tokens.
# tasks: 2.1
# line: multihead.py:13

# ===== multihead.py =====


def split_heads(x, n_heads):
    d = x.shape[-1]
    width = d // n_heads
    parts = []
    for c in range(n_heads):
        begin = c * width
        parts.append(x[..., begin : begin + width])
    return torch.stack(parts, dim=0)
