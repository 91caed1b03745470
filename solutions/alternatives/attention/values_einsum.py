# ruff: noqa: F821 (names such as torch and attend are those of the reference module)
NAME = "values.einsum"
SAYS = "Values by einsum."
MODULE = "attention"


def weighted_values(weights, v):
    return torch.einsum("...nm,...md->...nd", weights, v)
