"""Right answers about starter.py, written in other ways."""


def row_means(x: torch.Tensor) -> torch.Tensor:
    """mean.by_product: A product with a column of equal weights."""
    return x @ torch.full((x.shape[1],), 1 / x.shape[1], dtype=x.dtype)
