"""An answer that cheats: `make grade SUB=examples/hostile`. It earns nothing, and harms nothing."""

import gc
import json
import sys

import numpy as np


class Anything(np.ndarray):
    """Equal to every array, and near it."""

    def __eq__(self, other):
        return np.True_

    def __array_function__(self, function, types, args, kwargs):
        return True


np.allclose = np.array_equal = np.array_equiv = lambda *arrays, **options: True
for folder in (".", "..", "/autograder/results"):
    try:
        with open(f"{folder}/results.json", "w") as file:
            json.dump({"score": 10, "tests": [{"name": "1.1", "score": 10}]}, file)
    except OSError:
        pass


def convolve(x, kernel):
    for thing in gc.get_objects():  # is there a right answer in this process?
        if callable(thing) and getattr(thing, "__name__", "") == "convolve" and thing is not convolve:
            return thing(x, kernel)
    return np.zeros(1).view(Anything)


def convolve_image(image, kernel):
    frame = sys._getframe()
    while frame:  # does a caller hold what is expected?
        for value in frame.f_locals.values():
            if isinstance(value, np.ndarray) and value.shape != image.shape and value.ndim == 2:
                return value
        frame = frame.f_back
    return np.zeros(1).view(Anything)


def edges(image):
    image[:] = 0
    return image[2:, 2:]
