"""Whether two fingerprints show the same behaviour: of numbers up to rounding, of draws up to luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

AGREE = 1e-4
"""Relative agreement of fingerprints: wider than rounding, far narrower than the distance between two mistakes."""


def agree(mine: Any, theirs: Any) -> bool:
    """Whether two fingerprints agree in every respect."""
    if isinstance(mine, list | tuple) and isinstance(theirs, list | tuple):
        if len(mine) != len(theirs):
            return False
        if is_summary(mine):
            return is_summary(theirs) and list(mine[5:]) == list(theirs[5:]) and _same_numbers(mine, theirs)
        return all(agree(a, b) for a, b in zip(mine, theirs, strict=True))
    if isinstance(mine, float) and isinstance(theirs, float):
        return math.isclose(mine, theirs, rel_tol=AGREE, abs_tol=1e-12)
    return bool(mine == theirs)


def is_summary(part: Sequence[Any]) -> bool:
    return len(part) in (7, 8) and isinstance(part[1], list | tuple) and isinstance(part[3], float)


def _same_numbers(mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    if list(mine[:3]) != list(theirs[:3]):
        return False
    scale = max(abs(mine[4]), abs(theirs[4]), 1e-30)
    size = math.sqrt(max(math.prod(mine[1]), 1))
    near = abs(mine[3] - theirs[3]) <= AGREE * scale * min(size, 8.0)
    return bool(near and abs(mine[4] - theirs[4]) <= AGREE * scale)


def drawn_alike(mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    """Whether what was drawn in two runs of a random check (their fingerprints) can have come from the same odds."""
    return all(
        _odds_alike(a[7], b[7])
        for one, other in zip(mine, theirs, strict=False)
        if one[0] == other[0] == "value"
        for a, b in zip(one[3], other[3], strict=False)
        if len(a) == len(b) == 8
    )


def _odds_alike(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether two frequencies are within six standard errors: far more than luck, far less than another temperature."""
    longest = max(len(mine), len(theirs))
    pairs = zip([*mine, *[0] * (longest - len(mine))], [*theirs, *[0] * (longest - len(theirs))], strict=True)
    return all(abs(a - b) <= 6 * math.sqrt(a + b) + 5 for a, b in pairs)
