NAME = "split.no_gradient"
SAYS = "The chunks are right, but no gradient flows back through them."
HINT = "Is the result built from detached numbers? Slicing and reshaping alone keep the gradient."
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.detach().unflatten(-1, (n_heads, -1)).transpose(-3, -2)
