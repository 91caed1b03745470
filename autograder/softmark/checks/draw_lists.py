"""The numbers of draw.py as Python's own, made without NumPy: the same streams, and the same care that nothing hides.

For whole numbers and orders in every course, and for lists in a course in plain Python.
"""

from __future__ import annotations

import math
from typing import Any

_STEP = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_WORD = 2**64 - 1


def words(seed: int, start: int, count: int) -> list[int]:
    """The next words of a stream."""
    found = []
    for place in range(start + 1, start + count + 1):
        word = (place * _STEP + seed) & _WORD
        word = ((word ^ (word >> 30)) * _MIX_1) & _WORD
        word = ((word ^ (word >> 27)) * _MIX_2) & _WORD
        found.append(word ^ (word >> 31))
    return found


def normal(seed: int, start: int, count: int, scale: float, width: int) -> list[float]:
    """Roughly normal numbers: the sum of every other byte."""
    sums = (sum((word >> shift) & 255 for shift in (0, 16, 32, 48)) for word in words(seed, start, count))
    return _no_row_sorted([(total - 510.0) * (scale / 128.0) for total in sums], width)


def below(seed: int, start: int, count: int, bound: int, width: int = 1) -> list[int]:
    numbers = [word % bound for word in words(seed, start, count)]
    if width >= SHORTEST_ROW:
        for first in range(0, count, width):
            row = numbers[first : first + width]
            if len(set(row)) == 1:
                numbers[first + width - 1] = (row[-1] + 1) % bound
    return _no_row_sorted(numbers, width)


def order(seed: int, start: int, count: int) -> list[int]:
    made = words(seed, start, count)
    return sorted(range(count), key=made.__getitem__)


def permutation(seed: int, start: int, count: int) -> list[int]:
    """An order that is not the one it stands for, nor its own inverse, where there is such an order."""
    still = list(range(count))
    if count < SHORTEST_ROW:
        return still[::-1]
    made = order(seed, start, count)
    if made == still:
        return made[-1:] + made[:-1]
    if [made[place] for place in made] == still:
        moved = next(place for place in still if made[place] != place)
        third = next(place for place in still if place not in (moved, made[moved]))
        made[moved], made[third] = made[third], made[moved]
    return made


SHORTEST_ROW = 3
"""A row of two is always sorted, one way or the other."""


def _no_row_sorted(numbers: list[Any], width: int) -> list[Any]:
    """Rows that go only up or only down begin with their last number instead: sorting them changes something."""
    if width < SHORTEST_ROW:
        return numbers
    found = []
    for first in range(0, len(numbers), width):
        row = numbers[first : first + width]
        for _ in range(2):  # 1 1 0 becomes 0 1 1, and then 1 0 1
            if row in (sorted(row), sorted(row, reverse=True)):
                row = row[-1:] + row[:-1]
        found += row
    return found


def shaped(numbers: list[Any], shape: tuple[int, ...]) -> Any:
    """Lists of lists; without a shape, the one number."""
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    size = math.prod(shape[1:])
    return [shaped(numbers[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]
