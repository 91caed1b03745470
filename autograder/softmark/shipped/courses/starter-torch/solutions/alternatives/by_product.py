import torch

NAME = "mean.by_product"
SAYS = "A product with a column of equal weights."
MODULE = "starter"


def row_means(x: torch.Tensor) -> torch.Tensor:
    return x @ torch.full((x.shape[1],), 1 / x.shape[1], dtype=x.dtype)
