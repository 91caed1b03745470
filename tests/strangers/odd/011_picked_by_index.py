# split_heads and merge_heads by a table of feature numbers.

# ===== multihead.py =====


def split_heads(x, n_heads):
    d = x.shape[-1]
    if d % n_heads:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    columns = torch.arange(d, device=x.device).reshape(n_heads, -1)
    return x[..., columns].movedim(-2, -3)


def merge_heads(x):
    h, n, w = x.shape[-3:]
    moved = torch.swapaxes(x, -3, -2)
    return moved.reshape(moved.shape[:-2] + (h * w,))
