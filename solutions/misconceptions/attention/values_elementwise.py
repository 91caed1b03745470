NAME = "values.elementwise"
SAYS = "Weights and values are multiplied entry by entry, and nothing is added up."
HINT = "* and @ are different things. Where is the sum over the keys?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights * v
