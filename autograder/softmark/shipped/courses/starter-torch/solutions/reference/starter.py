"""Rows of numbers: their means and their spread.

Graded in every task:
    - input kept (0.5): x is not changed.
"""

import torch


def row_means(x: torch.Tensor) -> torch.Tensor:
    """The mean of each row.

        mean_i = Σ_j x_ij / columns

    Args:
        x: (rows, columns)

    Returns:
        (rows,)

    Graded:
        - means (2.5): the sum of each row, divided by the number of its columns.
        - one column (1): a number is its own mean.
    """
    # BEGIN SOLUTION 1.1 (about one line)
    return x.sum(dim=1) / x.shape[1]
    # END SOLUTION


def centre(x: torch.Tensor) -> torch.Tensor:
    """Every row shifted so that its mean is 0.

    Args:
        x: (rows, columns)

    Returns:
        (rows, columns)

    Graded:
        - centre (2.5): every row has mean 0, and its differences stay as they are.
    """
    # BEGIN SOLUTION 1.2 (about one line)
    return x - row_means(x)[:, None]
    # END SOLUTION


def standardise(x: torch.Tensor) -> torch.Tensor:
    """Every row shifted and scaled to mean 0 and spread 1 (the root of the mean square).

    Args:
        x: (rows, columns), no row constant

    Returns:
        (rows, columns)

    Graded:
        - spread (1.5): every row has mean 0 and spread 1.
        - far from zero (1): numbers far from 0 give the same answer as numbers near it.
    """
    # BEGIN SOLUTION 1.3 (about two lines)
    centred = centre(x)
    return centred / torch.sqrt((centred**2).sum(dim=1) / x.shape[1])[:, None]
    # END SOLUTION
