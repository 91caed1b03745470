"""Known wrong answers about scale.py."""


def standardise(x: np.ndarray) -> np.ndarray:
    """scale.by_variance: The rows are divided by their variance instead of its root.
    Hint: In which unit is the spread of lengths in metres, and in which unit is their variance?
    """
    centred = x - mean(x)[:, None]
    return centred / mean(centred**2)[:, None]
