# mistake: Tensor.split takes the size of a chunk, not how many; it gets the number of heads.
# after: confusion of torch.split with np.split / torch.chunk
# tasks: 2.1
# says: Works for width 4 and 2 heads; what does the argument of split mean, and what would it do for width 6 and 2 heads?
# line: multihead.py:10

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    pieces = x.split(n_heads, dim=-1)
    return torch.stack(pieces, dim=-3)
