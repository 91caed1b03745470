"""Right answers about convolution.py, written in other ways."""


def convolve_image(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """image.loops: Two plain loops over the places, and the sum by hand."""
    height, width = kernel.shape
    turned = np.flip(kernel)
    result = np.zeros((image.shape[0] - height + 1, image.shape[1] - width + 1))
    for row in range(result.shape[0]):
        for column in range(result.shape[1]):
            result[row, column] = np.sum(image[row : row + height, column : column + width] * turned)
    return result
