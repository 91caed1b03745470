import numpy as np
from stats import mean

NAME = "scale.by_variance"
SAYS = "The rows are divided by their variance instead of its root."
HINT = "In which unit is the spread of lengths in metres, and in which unit is their variance?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "scale"


def standardise(x: np.ndarray) -> np.ndarray:
    centred = x - mean(x)[:, None]
    return centred / mean(centred**2)[:, None]
