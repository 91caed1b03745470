"""Turns checks into points: the one piece of arithmetic that students at home and the grader share.

Points within a task are shared among the sentences of its *Graded* list, not among checks. A sentence is lost when any
check that rests on it fails, and it weighs as much as the heaviest of them. The first check of a class is its
foundation: without it the sentences of that class earn nothing. Everything is exact until the last step, which rounds
to hundredths.

A habit (one leading dimension, one dtype) can cost points in many tasks. It is charged up to a limit in all; what is
beyond that is spared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True)
class Counted:
    """One check, as far as points go."""

    name: str
    """ "TestMean.test_values": its class, and itself."""
    passed: bool
    sentence: str = ""
    """What it rests on; a check without one stands for itself."""
    weight: float = 1.0
    habit: str = ""
    raised: bool = False
    """It failed by an exception in the student's code."""


@dataclass(frozen=True)
class Loss:
    """One sentence that was lost, and what it costs."""

    sentence: str
    points: float
    checks: tuple[str, ...] = ()
    """Those that failed."""
    habit: str = ""
    spared: float = 0.0
    """What it would cost if the same habit had not been charged before."""
    foundation: bool = False
    """The rest of its class is lost with it."""
    raised: bool = False
    """Every check that failed did so by an exception: the code may well do what the sentence says."""


def losses(points: float, checks: Sequence[Counted]) -> tuple[Loss, ...]:
    """What was lost of one task, sentence by sentence, in the order of the checks. The amounts add up exactly."""
    if not (math.isfinite(points) and points > 0):
        return ()
    unpriced: list[tuple[Loss, Fraction]] = []
    whole = Fraction(0)
    # a function outside of any class stands on the first check there is
    for family in _by(checks, lambda check: _family(check.name) or _family(checks[0].name)).values():
        sentences = _by(family, lambda check: check.sentence or check.name)
        weights = {said: max(_weight(check.weight) for check in resting) for said, resting in sentences.items()}
        lost = {said: _failed(resting) for said, resting in sentences.items() if _failed(resting)}
        whole += sum(weights.values())
        if not family[0].passed:
            said = family[0].sentence or family[0].name
            unpriced.append((Loss(said, 0.0, lost[said], foundation=True), sum(weights.values(), Fraction(0))))
        else:
            unpriced += [
                (Loss(said, 0.0, names, sentences[said][0].habit, raised=_raised(sentences[said])), weights[said])
                for said, names in lost.items()
            ]
    return _priced(Fraction(repr(points)), unpriced, whole)


def _priced(full: Fraction, found: Sequence[tuple[Loss, Fraction]], whole: Fraction) -> tuple[Loss, ...]:
    gone = sum((weight for _, weight in found), Fraction(0))
    if not found or gone == 0 < whole:  # only checks without weight failed
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


def in_words(loss: Loss, task: str) -> str:
    """0.67 points: “Any leading dimensions.”

    Of a foundation no sentence is quoted: it says several things, and most of them may hold.
    """
    said = f"“{loss.sentence}”"
    if loss.spared and not loss.points:
        return f"{said} is the same habit, not charged again"
    cost = f"{amount(loss.points)} point{'' if loss.points == 1 else 's'}: "
    if loss.foundation:
        return f"{cost}this is the foundation of {task}; the rest is graded once it holds"
    there = " (your code raises an exception there)" if loss.raised else ""
    return f"{cost}{said}{there}" + ("; the rest is the same habit, not charged again" if loss.spared else "")


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


def _failed(checks: Iterable[Counted]) -> tuple[str, ...]:
    return tuple(check.name for check in checks if not check.passed)


def _raised(checks: Iterable[Counted]) -> bool:
    return all(check.raised for check in checks if not check.passed)


def _by(checks: Iterable[Counted], key: Callable[[Counted], str]) -> dict[str, list[Counted]]:
    groups: dict[str, list[Counted]] = {}
    for check in checks:
        groups.setdefault(key(check), []).append(check)
    return groups


def _weight(weight: float) -> Fraction:
    return Fraction(repr(weight)) if math.isfinite(weight) and weight > 0 else Fraction(0)
