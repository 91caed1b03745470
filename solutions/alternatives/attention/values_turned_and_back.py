NAME = "values.turned_and_back"
SAYS = "The transposed product, turned back: the output is not contiguous."
MODULE = "attention"


def weighted_values(weights, v):
    return (v.transpose(-2, -1) @ weights.transpose(-2, -1)).transpose(-2, -1)
