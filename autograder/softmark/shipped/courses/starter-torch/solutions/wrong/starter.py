"""Known wrong answers about starter.py."""


def row_means(x: torch.Tensor) -> torch.Tensor:
    """mean.of_columns: The mean is taken down the columns instead of along the rows.
    Hint: Write the shapes of the input and of the answer beside each other: which axis is gone?
    """
    return x.sum(dim=0) / x.shape[0]


def row_means(x: torch.Tensor) -> torch.Tensor:
    """mean.one_less: The sum is divided by one less than the number of columns.
    Hint: Take a row of equal numbers: what must their mean be?
    """
    return x.sum(dim=1) / max(x.shape[1] - 1, 1)
