# mistake: The tokens are not moved back before the heads, so the reshape mixes tokens.
# after: the transpose before the reshape is left out
# tasks: 2.1
# line: multihead.py:87

# ===== multihead.py =====


def merge_heads(x: Tensor) -> Tensor:
    h, n, d_head = x.shape[-3:]
    lead = x.shape[:-3]
    return x.contiguous().view(*lead, n, h * d_head)
