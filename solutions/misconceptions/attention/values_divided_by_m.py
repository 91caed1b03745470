NAME = "values.divided_by_m"
SAYS = "The sum is divided by the number of keys, although the weights already account for it."
HINT = "For the lecture's example your result is a quarter of what it should be. What do the weights sum to?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights @ v / v.shape[-2]
