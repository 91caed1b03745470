NAME = "values.three_dimensions_only"
SAYS = "The product takes exactly one leading dimension and fails without one, or with two."
HINT = "Try two plain matrices. Which of PyTorch's products handles any number of leading dimensions?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return torch.bmm(weights, v)
