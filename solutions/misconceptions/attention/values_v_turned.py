NAME = "values.v_turned"
SAYS = "The values are transposed, so weights meet features instead of keys."
HINT = "Write the shapes of both factors side by side: the keys have to meet in the middle."
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights @ v.transpose(-2, -1)
