"""What the twin tests of a NumPy assignment call."""

from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

_DATA = load_file(str(Path(__file__).with_name("twin_data.safetensors")))


def data(name):
    """A copy, so that a test that changes its inputs does not change another's."""
    return _DATA[name].copy()


def seed():
    np.random.seed(0)


def copied(parts):
    return [part.copy() if isinstance(part, np.ndarray) else part for part in parts]


def same(got, expected):
    """Equal as far as rounding allows; containers part by part."""
    if isinstance(expected, np.ndarray):
        assert isinstance(got, np.ndarray) and got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)
    elif isinstance(expected, (list, tuple)):
        assert len(got) == len(expected)
        for mine, theirs in zip(got, expected, strict=True):
            same(mine, theirs)
    else:
        assert got == expected, f"{got!r} is not {expected!r}"
