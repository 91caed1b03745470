import torch

NAME = "mean.of_columns"
SAYS = "The mean is taken down the columns instead of along the rows."
HINT = "Write the shapes of the input and of the answer beside each other: which axis is gone?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "starter"


def row_means(x: torch.Tensor) -> torch.Tensor:
    return x.sum(dim=0) / x.shape[0]
