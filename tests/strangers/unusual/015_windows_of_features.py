# unfold cuts the features into windows that do not overlap; the way back takes the heads apart
# 2.1

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.unfold(-1, d // n_heads, d // n_heads).transpose(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(torch.unbind(x, dim=-3), dim=-1)
