NAME = "values.matrices_only"
SAYS = "The product takes plain matrices only and fails on leading dimensions."
HINT = "Try weights of shape (2, 3, 4). Which of PyTorch's products handles leading dimensions?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return torch.mm(weights, v)
