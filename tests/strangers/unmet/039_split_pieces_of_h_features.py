# mistake: Tensor.split takes the size of a piece, not the number of pieces, so each piece has h features. Each head has to get d/h features.
# tasks: 2.1
# line: multihead.py:9

# ===== multihead.py =====


def split_heads(x, n_heads):
    d = x.shape[-1]
    assert d % n_heads == 0
    pieces = x.split(n_heads, dim=-1)
    return torch.stack(pieces, dim=-3)
