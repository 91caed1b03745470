# mistake: The heads are stacked in front of all dimensions, which is right without a batch only. They have to stand right before the tokens.
# tasks: 2.1
# line: multihead.py:13

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    chunk_width = x.shape[-1] // n_heads
    heads = []
    for c in range(n_heads):
        start = c * chunk_width
        stop = (c + 1) * chunk_width
        heads.append(x[..., start:stop])
    return torch.stack(heads, dim=0)
