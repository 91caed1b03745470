"""Part 1: the mean.

Graded in every task:
    - input kept (1): x is not changed.
"""

import numpy as np


def mean(x: np.ndarray) -> np.ndarray:
    """The mean over the last axis.

        mean_i = Σ_j x_ij / columns

    Args:
        x: (rows, columns)

    Returns:
        (rows,) one mean for each row.

    Graded:
        - values (2): the sum over the last axis, divided by its length.
        - one column (1): a number is its own mean.
    """
    # BEGIN SOLUTION 1.1 (about one line)
    return x.sum(axis=-1) / x.shape[-1]
    # END SOLUTION
