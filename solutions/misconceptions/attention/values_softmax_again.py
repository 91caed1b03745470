NAME = "values.softmax_again"
SAYS = "A softmax is applied to the weights, which are weights already."
HINT = "Try the weights 1 and 0: the first value should come back unmixed."
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return torch.softmax(weights, dim=-1) @ v
