# mistake: The last dimension is cut as (d/h, h), so head c gets every h-th feature.
# after: interleaved against blocked head layouts in checkpoint conversions (Megatron/GPT-NeoX qkv order)
# tasks: 2.1
# line: multihead.py:10
# sentence: Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.
# takes: merge_heads 2, MultiHeadAttention.forward 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.reshape(*x.shape[:-1], d // n_heads, n_heads)
    return x.movedim(-1, -3)
