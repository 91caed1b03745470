import numpy as np

NAME = "scale.inline"
SAYS = "Does everything itself."
MODULE = "scale"


def standardise(x: np.ndarray) -> np.ndarray:
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True))
