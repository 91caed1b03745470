import numpy as np

NAME = "mean.one_less"
SAYS = "The sum is divided by one less than the number of columns."
HINT = "Take a row of equal numbers: what must their mean be?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "starter"


def row_means(x: np.ndarray) -> np.ndarray:
    return x.sum(axis=1) / max(x.shape[1] - 1, 1)
