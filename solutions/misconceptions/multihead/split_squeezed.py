NAME = "split.squeezed"
SAYS = "Dimensions of size 1 are dropped from the result: a single head, a single token, heads of width 1."
HINT = "Split with n_heads = 1. How many dimensions does your result have?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.reshape(*x.shape[:-1], n_heads, -1).transpose(-3, -2).squeeze()
