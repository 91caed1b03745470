# mistake: `split` takes the width of a piece; the number of heads is handed over.
# tasks: 2.1
# line: multihead.py:7

# ===== multihead.py =====


def split_heads(x, n_heads):
    pieces = torch.split(x, n_heads, dim=-1)
    return torch.stack(pieces, dim=-3)
