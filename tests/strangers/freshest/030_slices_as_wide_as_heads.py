# mistake: Each slice is as wide as the number of heads instead of d/h.
# tasks: 2.1
# line: multihead.py:12, 13

# ===== multihead.py =====


def split_heads(x, n_heads):
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    heads = []
    for c in range(n_heads):
        start, stop = c * n_heads, (c + 1) * n_heads
        heads.append(x[..., start:stop])
    return torch.stack(heads, dim=-3)
