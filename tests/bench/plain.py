"""What a recorded call holds besides numbers."""

from typing import NamedTuple


class Model(NamedTuple):
    """The one that was constructed as the so many-th of a check."""

    number: int


class Generator(NamedTuple):
    """A generator of random numbers that was given with a call."""

    seed: int
