# mistake: The heads are reshaped away without moving them behind the tokens first, which mixes up tokens and heads; each token's heads must lie side by side.
# tasks: 2.1
# line: multihead.py:19

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    n_heads, n, d_head = x.shape[-3:]
    lead = x.shape[:-3]
    d = n_heads * d_head
    merged = x.contiguous().view(*lead, n, d)
    return merged
