NAME = "values.squeezed"
SAYS = "Dimensions of size 1 are squeezed away, so one query loses its row."
HINT = "Print the shape of your result for a single query. The stub says (..., n, d_v), with n = 1 too."
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return (weights @ v).squeeze()
