import numpy as np

NAME = "kernel.not_turned"
SAYS = "The kernel is slid along as it is, which is correlation: convolution turns it round first."
HINT = "Work out the first answer of the example by hand: which number does the last entry of the kernel meet?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "convolution"


def convolve(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    return np.lib.stride_tricks.sliding_window_view(x, len(kernel)) @ kernel
