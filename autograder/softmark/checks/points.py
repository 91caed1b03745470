"""Turns checks into points: the one piece of arithmetic that students at home and the grader share.

A label is one idea and the unit of points: a check weighs what `@weight` says, and the weights of a task add up to its
points. Where the rubric gives the task other points, they are shared in the same proportions. Checks of one class with
one label (a check with parameters) count together: the label is lost when one of them fails. Everything is exact until
the last step, which rounds to hundredths.

A habit (one leading dimension, one dtype) can cost points in many tasks. It is charged up to a limit in all; what is
beyond that is spared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True)
class Counted:
    """One check, as far as points go."""

    name: str
    """ "TestMean.test_values": its class, and itself."""
    passed: bool
    title: str = ""
    """What people read: "rows: query i is row i"."""
    label: str = ""
    weight: float = 1.0
    habit: str = ""
    raised: bool = False
    """It failed by an exception in the student's code."""
    reached: bool = True
    """It was made, or would have been if there had been time."""


@dataclass(frozen=True)
class Loss:
    """One label that was lost, and what it costs."""

    title: str
    points: float
    checks: tuple[str, ...] = ()
    """Those that failed."""
    habit: str = ""
    spared: float = 0.0
    """What it would cost if the same habit had not been charged before."""
    raised: bool = False
    """Every check that failed did so by an exception: the code may well do what the label says."""
    reached: bool = True
    """False: it is not lost, but not earned yet either."""


def losses(points: float, checks: Sequence[Counted]) -> tuple[Loss, ...]:
    """What was lost of one task, label by label, in the order of the checks. The amounts add up exactly; what weighs
    nothing (the everyday case) costs nothing, and is left out."""
    if not (math.isfinite(points) and points > 0):
        return ()
    labels = _by(checks, lambda check: (_family(check.name), check.label or check.name))
    weights = {label: max(_weight(check.weight) for check in group) for label, group in labels.items()}
    whole = sum(weights.values(), Fraction(0))
    counting = {label: group for label, group in labels.items() if weights[label] or not whole}
    unpriced = [(_loss(failed), weights[label]) for label, group in counting.items() if (failed := _failed(group))]
    return _priced(Fraction(repr(points)), unpriced, whole)


def _loss(failed: Sequence[Counted]) -> Loss:
    return Loss(
        *(failed[0].title or failed[0].name, 0.0, tuple(check.name for check in failed), failed[0].habit),
        raised=all(check.raised for check in failed),
        reached=any(check.reached for check in failed),
    )


def _priced(full: Fraction, found: Sequence[tuple[Loss, Fraction]], whole: Fraction) -> tuple[Loss, ...]:
    gone = sum((weight for _, weight in found), Fraction(0))
    if not found:
        return ()
    if gone == 0:
        found, gone = [(loss, Fraction(1)) for loss, _ in found], Fraction(len(found))
    kept = Fraction(0) if whole == 0 else full * (whole - gone) / whole
    # never rounded up to full marks
    cost = full - min(_cents(kept), max(Fraction(0), _cents(full - Fraction(1, 100))))
    priced: list[Loss] = []
    weighed = counted = Fraction(0)
    for loss, weight in found:
        weighed += weight
        so_far = cost if weighed == gone else _cents(cost * weighed / gone)
        priced.append(replace(loss, points=float(so_far - counted)))
        counted = so_far
    return tuple(priced)


def earned(points: float, lost: Iterable[Loss]) -> float:
    """What is left of a task's points."""
    return max(0.0, total((points, *(-loss.points for loss in lost)))) if points > 0 else 0.0


HABIT_POINTS = 2.0
"""The most that one habit (one leading dimension, one dtype) costs in all tasks together."""


def charge(items: Mapping[str, Sequence[Loss]], limit: float = HABIT_POINTS) -> dict[str, tuple[Loss, ...]]:
    """The same losses, with no habit charged beyond the limit over all tasks. Charging twice changes nothing."""
    left: dict[str, Fraction] = {}
    charged: dict[str, tuple[Loss, ...]] = {}
    for item, lost in items.items():
        kept = []
        for loss in lost:
            if loss.habit:
                price = Fraction(repr(loss.points)) + Fraction(repr(loss.spared))
                paid = min(price, left.get(loss.habit, Fraction(repr(limit))))
                left[loss.habit] = left.get(loss.habit, Fraction(repr(limit))) - paid
                kept.append(replace(loss, points=float(paid), spared=float(price - paid)))
            else:
                kept.append(loss)
        charged[item] = tuple(kept)
    return charged


def in_words(loss: Loss) -> str:
    """0.25 points: “leading dimensions: none, one or several”"""
    said = f"“{loss.title}”"
    if loss.spared and not loss.points:
        return f"{said} is the same habit, not charged again"
    there = " (your code raises an exception there)" if loss.raised else ""
    rest = "; the rest is the same habit, not charged again" if loss.spared else ""
    return f"{counted(loss.points)}: {said}{there}{rest}"


def counted(points: float) -> str:
    """1 point, 3.5 points."""
    return f"{amount(points)} point{'' if points == 1 else 's'}"


def amount(points: float) -> str:
    """6, 3.5 or 4.67: no zeros that say nothing."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def total(amounts: Iterable[float]) -> float:
    return _total(tuple(amounts))


@lru_cache(maxsize=1024)
def _total(amounts: tuple[float, ...]) -> float:
    """The sum of the points, kept: a result is added up anew each time it is written or read."""
    return rounded(sum((Fraction(repr(amount)) for amount in amounts), Fraction(0)))


def rounded(value: Fraction) -> float:
    """To hundredths, halves up."""
    return float(_cents(value))


def _cents(value: Fraction) -> Fraction:
    return Fraction(math.floor(value * 100 + Fraction(1, 2)), 100)


def _family(name: str) -> str:
    return name.partition(".")[0] if "." in name else ""


def _failed(checks: Iterable[Counted]) -> list[Counted]:
    return [check for check in checks if not check.passed]


def _by(checks: Iterable[Counted], key: Callable[[Counted], Key]) -> dict[Key, list[Counted]]:
    groups: dict[Key, list[Counted]] = {}
    for check in checks:
        groups.setdefault(key(check), []).append(check)
    return groups


def _weight(weight: float) -> Fraction:
    return Fraction(repr(weight)) if math.isfinite(weight) and weight > 0 else Fraction(0)
