NAME = "values.normalised_again"
SAYS = "The weights are scaled to sum to 1 again; they should be used as they are given."
HINT = "Try weights that sum to 2. Whose task is it to make them sum to 1?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights / weights.sum(dim=-1, keepdim=True) @ v
