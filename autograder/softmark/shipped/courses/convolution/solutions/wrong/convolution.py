"""Known wrong answers about convolution.py."""


def convolve(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """kernel.not_turned: The kernel is slid along as it is, which is correlation: convolution turns it round first.
    Hint: Work out the first answer of the example by hand: which number does the last entry of the kernel meet?
    """
    return np.lib.stride_tricks.sliding_window_view(x, len(kernel)) @ kernel


def convolve_image(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """kernel.turned_once: The kernel is reversed in its rows only; in an image both directions are reversed.
    Hint: Write down a 2 × 2 kernel before and after: where must its upper left corner go?
    """
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
    return (windows * kernel[::-1]).sum(axis=(-2, -1))


def edges(image: np.ndarray) -> np.ndarray:
    """edges.added: The two gradients are added up without squares and root.
    Hint: Take an image that grows to the right and falls downwards, both equally: is it flat?
    """
    return np.abs(convolve_image(image, SOBEL_X) + convolve_image(image, SOBEL_Y))
