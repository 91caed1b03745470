NAME = "values.every_pair_of_sequences"
SAYS = "The product pairs every sequence of the weights with every sequence of the values, not each with its own."
HINT = "Compare the shape of your result with that in the stub. Which dimension comes twice?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return torch.tensordot(weights, v, dims=([-1], [-2]))
