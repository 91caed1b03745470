import torch

NAME = "mean.one_less"
SAYS = "The sum is divided by one less than the number of columns."
HINT = "Take a row of equal numbers: what must their mean be?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "starter"


def row_means(x: torch.Tensor) -> torch.Tensor:
    return x.sum(dim=1) / max(x.shape[1] - 1, 1)
