# mistake: head c takes every h-th feature instead of a contiguous chunk
# after: strided slice for chunk, interleaved-heads bug reports
# tasks: 2.1
# line: multihead.py:61
# takes: merge_heads 4, MultiHeadAttention.head_contributions 3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    width = d // n_heads
    chunks = []
    for c in range(n_heads):
        chunks.append(x[..., c::n_heads])
    return torch.stack(chunks, dim=-3)
