"""Given: Sobel's kernels, and something to try your functions on. Leave this file as it is."""

import numpy as np

SOBEL_X = np.array([[1.0, 0.0, -1.0], [2.0, 0.0, -2.0], [1.0, 0.0, -1.0]])
"""Grows where the image grows from left to right."""
SOBEL_Y = SOBEL_X.T
"""Grows where the image grows from top to bottom."""
BLUR = np.full((3, 3), 1 / 9)
"""The mean of nine neighbours."""


def square(size: int = 12) -> np.ndarray:
    """A white square on black: `print(edges(square()).round())` shows its outline."""
    image = np.zeros((size, size))
    image[size // 4 : -size // 4, size // 4 : -size // 4] = 1.0
    return image


def noisy_step(n: int = 40, seed: int = 0) -> np.ndarray:
    """A signal that jumps from 0 to 1 in the middle, with some noise."""
    noise = np.random.default_rng(seed).normal(scale=0.1, size=n)
    return (np.arange(n) >= n // 2) + noise
