"""From checks to points: the one piece of arithmetic that students at home and the grader share.

The first check of a class is its foundation: without it the other checks of that class earn nothing. Each check that
does not count costs its share by weight. Everything is exact until the last step, which rounds to hundredths.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction


def earned(
    points: float, counts: Mapping[str, bool], weights: Mapping[str, float], *, partial_credit: bool = True
) -> float:
    """What the checks of one item earn: `counts` says of each check, in order, whether it passed."""
    if not counts or not (math.isfinite(points) and points > 0):
        return 0.0
    full = Fraction(repr(points))
    if all(counts.values()):
        return rounded(full)
    standing = [name for name, passed in counts.items() if passed and counts[foundation(name, counts)]]
    gained = sum((_weight(weights[name]) for name in standing), Fraction(0))
    whole = sum((_weight(weights[name]) for name in counts), Fraction(0))
    if not partial_credit or whole == 0:
        return 0.0
    if gained == whole:  # only checks without weight failed
        return rounded(full)
    # never rounded up to full marks
    return min(rounded(full * gained / whole), max(0.0, rounded(full - Fraction(1, 100))))


def foundation(name: str, names: Iterable[str]) -> str:
    """The check that another one stands on: the first of its class ("TestMean.test_values"), often itself."""
    family = name.partition(".")[0] if "." in name else None
    return next((other for other in names if family is None or other.partition(".")[0] == family), name)


def total(amounts: Iterable[float]) -> float:
    return rounded(sum((Fraction(repr(amount)) for amount in amounts), Fraction(0)))


def rounded(value: Fraction) -> float:
    """To hundredths, halves up."""
    return int(value * 100 + Fraction(1, 2)) / 100


def _weight(weight: float) -> Fraction:
    return Fraction(repr(weight)) if math.isfinite(weight) and weight > 0 else Fraction(0)
