"""Part 1: the mean."""

import numpy as np


def mean(x: np.ndarray) -> np.ndarray:
    """The mean over the last axis.

        mean_i = Σ_j x_ij / columns

    Args:
        x: (rows, columns)

    Returns:
        (rows,) one mean for each row.

    Graded:
        - The sum over the last axis, divided by its length.
        - One column works: a number is its own mean.
        - x is not changed.
    """
    # BEGIN SOLUTION 1.1 (about one line)
    return x.sum(axis=-1) / x.shape[-1]
    # END SOLUTION
