# a table of feature numbers for each head
# 2.1

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    table = torch.arange(d, device=x.device).view(n_heads, -1)
    return x[..., table].movedim(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    h, n, w = x.shape[-3:]
    out = x.new_empty(*x.shape[:-3], n, h * w)
    for c in range(h):
        out[..., c * w : c * w + w] = x[..., c, :, :]
    return out
