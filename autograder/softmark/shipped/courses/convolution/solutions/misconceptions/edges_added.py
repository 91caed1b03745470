import numpy as np
from convolution import convolve_image
from data import SOBEL_X, SOBEL_Y

NAME = "edges.added"
SAYS = "The two gradients are added up without squares and root."
HINT = "Take an image that grows to the right and falls downwards, both equally: is it flat?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "convolution"


def edges(image: np.ndarray) -> np.ndarray:
    return np.abs(convolve_image(image, SOBEL_X) + convolve_image(image, SOBEL_Y))
