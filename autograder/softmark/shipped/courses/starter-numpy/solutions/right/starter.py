"""Right answers about starter.py, written in other ways."""


def row_means(x: np.ndarray) -> np.ndarray:
    """mean.by_product: A product with a column of equal weights."""
    return x @ np.full(x.shape[1], 1 / x.shape[1])
