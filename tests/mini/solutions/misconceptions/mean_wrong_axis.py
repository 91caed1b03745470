import numpy as np

NAME = "mean.wrong_axis"
SAYS = "The sum runs over the rows instead of the columns."
HINT = "Write the shapes of the input and of the answer beside each other: which axis is gone?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "stats"


def mean(x: np.ndarray) -> np.ndarray:
    return x.sum(axis=0) / x.shape[0]
