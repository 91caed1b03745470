NAME = "split.first_axes_swapped"
SAYS = "Dimensions 0 and 1 are swapped, which are tokens and heads only where there is no batch."
HINT = "Print the shape of a batch before the swap. Which two dimensions are to change places, counted from the end?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.reshape(*x.shape[:-1], n_heads, -1).transpose(0, 1)
