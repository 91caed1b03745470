import numpy as np

NAME = "mean.by_product"
SAYS = "A product with a column of equal weights."
MODULE = "starter"


def row_means(x: np.ndarray) -> np.ndarray:
    return x @ np.full(x.shape[1], 1 / x.shape[1])
