NAME = "split.features_and_tokens_swapped"
SAYS = "Inside each head tokens and features are swapped: (..., h, d/h, n)."
HINT = "Print the shape of your result. Which two dimensions have to change places, after the cut?"
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def split_heads(x, n_heads):
    return x.unflatten(-1, (n_heads, -1)).movedim(-3, -1)
