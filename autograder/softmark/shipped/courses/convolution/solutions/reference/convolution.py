"""Convolution: slide a turned kernel over a signal, then over an image.

Graded in every task:
    - inputs kept (0.5): what goes in is not changed.
"""

import numpy as np
from data import SOBEL_X, SOBEL_Y


def convolve(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """A signal and a kernel, wherever the kernel lies wholly inside the signal.

        y_i = Σ_j kernel_j · x_(i + k − 1 − j)

    Args:
        x: (n,) the signal
        kernel: (k,) with k ≤ n

    Returns:
        (n − k + 1,)

    Graded:
        - turned (2): the kernel is reversed, so its last entry meets the first number under it.
        - places (1): only those where the whole kernel fits, n − k + 1 of them.
        - one place (0.5): there is one where kernel and signal are equally long.

    Example:
        convolve([1, 2, 3, 4], [1, 0, −1]) is [2, 2].
    """
    # BEGIN SOLUTION 1.1 (about two lines)
    windows = np.lib.stride_tricks.sliding_window_view(x, len(kernel))
    return windows @ kernel[::-1]
    # END SOLUTION


def convolve_image(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """The same in two dimensions.

        y_ij = Σ_ab kernel_ab · image_(i + h − 1 − a, j + w − 1 − b)

    Args:
        image: (rows, columns)
        kernel: (h, w), no larger than the image

    Returns:
        (rows − h + 1, columns − w + 1)

    Graded:
        - turned (2.5): the kernel is reversed in both directions.
        - not square (1): a kernel may be higher than wide, or wider than high.
    """
    # BEGIN SOLUTION 1.2 (about two lines)
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
    return (windows * kernel[::-1, ::-1]).sum(axis=(-2, -1))
    # END SOLUTION


def edges(image: np.ndarray) -> np.ndarray:
    """How steep the image is at each place: the length of its gradient, by Sobel's two kernels (in data.py).

        edges = √(gx² + gy²),  gx = image ∗ SOBEL_X,  gy = image ∗ SOBEL_Y

    Args:
        image: (rows, columns), at least 3 × 3

    Returns:
        (rows − 2, columns − 2), nowhere below 0

    Graded:
        - steepness (1): the root of the sum of both squares.
        - flat (0.5): there is no edge where the image is one grey.
    """
    # BEGIN SOLUTION 1.3 (about two lines)
    gx, gy = convolve_image(image, SOBEL_X), convolve_image(image, SOBEL_Y)
    return np.sqrt(gx**2 + gy**2)
    # END SOLUTION
