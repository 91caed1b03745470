NAME = "values.values_detached"
SAYS = "No gradient reaches the values: they are detached on the way."
HINT = "Which call or attribute cuts a tensor off from what it was made of?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights @ v.detach()
