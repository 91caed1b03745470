NAME = "values.weights_turned"
SAYS = "The weights are transposed: column i is used where row i belongs."
HINT = "Which row of the weights belongs to query i? With 2 queries and 5 keys, which sizes meet in your product?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights.transpose(-2, -1) @ v
