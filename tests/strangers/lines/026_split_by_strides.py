# mistake: Every h-th feature goes to a head: x[..., c::h].
# after: interleaving by a step in the slice
# tasks: 2.1
# line: multihead.py:11

# ===== multihead.py =====

def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    pieces = []
    for c in range(n_heads):
        pieces.append(x[..., c::n_heads])
    return torch.stack(pieces, dim=-3)
