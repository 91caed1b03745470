"""A wrong answer: the signal's kernel is not reversed. `make grade SUB=examples/wrong`"""

import numpy as np
from data import SOBEL_X, SOBEL_Y


def convolve(x, kernel):
    flipped = kernel
    k = len(kernel)
    return np.array([np.sum(x[i : i + k] * flipped) for i in range(len(x) - k + 1)])


def convolve_image(image, kernel):
    h, w = kernel.shape
    rows, columns = image.shape
    flipped = np.flip(kernel)
    result = np.zeros((rows - h + 1, columns - w + 1), dtype=image.dtype)
    for i in range(rows - h + 1):
        for j in range(columns - w + 1):
            result[i, j] = np.sum(image[i : i + h, j : j + w] * flipped)
    return result


def edges(image):
    return np.sqrt(convolve_image(image, SOBEL_X) ** 2 + convolve_image(image, SOBEL_Y) ** 2)
