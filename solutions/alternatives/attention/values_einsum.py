NAME = "values.einsum"
SAYS = "Values by einsum."
MODULE = "attention"


def weighted_values(weights, v):
    return torch.einsum("...nm,...md->...nd", weights, v)
