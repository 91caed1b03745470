NAME = "split.unfolded"
SAYS = "Windows of width d/h along the last dimension, moved before the tokens."
MODULE = "multihead"


def split_heads(x, n_heads):
    width = x.shape[-1] // n_heads
    return x.unfold(-1, width, width).movedim(-2, -3)
