NAME = "split.sliced"
SAYS = "A loop over heads with slices written into a new tensor."
MODULE = "multihead"


def split_heads(x, n_heads):
    *leading, n, d = x.shape
    width = d // n_heads
    out = x.new_zeros(*leading, n_heads, n, width)
    for c in range(n_heads):
        out[..., c, :, :] = x[..., c * width : (c + 1) * width]
    return out
