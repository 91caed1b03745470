"""Known wrong answers about stats.py."""


def mean(x: np.ndarray) -> np.ndarray:
    """mean.off_by_one: The sum is divided by one less than the number of columns.
    Hint: Take a row of equal numbers: what must their mean be?
    """
    return x.sum(axis=-1) / max(x.shape[-1] - 1, 1)


def mean(x: np.ndarray) -> np.ndarray:
    """mean.wrong_axis: The sum runs over the rows instead of the columns.
    Hint: Write the shapes of the input and of the answer beside each other: which axis is gone?
    """
    return x.sum(axis=0) / x.shape[0]
