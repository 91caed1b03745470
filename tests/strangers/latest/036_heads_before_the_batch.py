# mistake: Dim=0 puts the heads in front of the batch instead of in front of the tokens.
# tasks: 2.1
# line: multihead.py:11

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    chunks = torch.chunk(x, n_heads, dim=-1)
    return torch.stack(chunks, dim=0)
