"""Right answers about scale.py, written in other ways."""


def standardise(x: np.ndarray) -> np.ndarray:
    """scale.inline: Does everything itself."""
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True))
