# mistake: Torch.split takes the width of a piece, and gets the number of heads.
# tasks: 2.1
# line: multihead.py:10

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    pieces = torch.split(x, n_heads, dim=-1)
    return torch.stack(pieces, dim=-3)
