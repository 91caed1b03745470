import numpy as np

NAME = "kernel.turned_once"
SAYS = "The kernel is reversed in its rows only; in an image both directions are reversed."
HINT = "Write down a 2 × 2 kernel before and after: where must its upper left corner go?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "convolution"


def convolve_image(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
    return (windows * kernel[::-1]).sum(axis=(-2, -1))
