"""The arithmetic of the benchmark: rounds become ratios, ratios get a spread, and a spread decides what may be said.

A ratio is taken round by round, between measurements that stand next to each other in time: what slowed one down most
likely slowed the other too. A goal is called met or missed only if every round says the same.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

MET, MISSED, NOISY, UNMEASURED, SHOWN = "met", "missed", "too noisy to call", "not measured", ""
Verdict = Literal["met", "missed", "too noisy to call", "not measured", ""]

ONE_ROUND = 0.25
"""What a single measurement could be off by, for all it says about itself."""
BUSY = 0.15
"""Of all cores, used by others: above this a wall-clock time says more about them than about us."""


@dataclass(frozen=True)
class Goal:
    """`at most 1.2` or `at least 20`, in the unit of its row."""

    sense: Literal["at most", "at least"]
    value: float

    def kept_by(self, measured: float) -> bool:
        return measured <= self.value if self.sense == "at most" else measured >= self.value

    def __str__(self) -> str:
        return f"{'≤' if self.sense == 'at most' else '≥'} {number(self.value)}"


def at_most(value: float) -> Goal:
    return Goal("at most", value)


def at_least(value: float) -> Goal:
    return Goal("at least", value)


@dataclass(frozen=True)
class Spread:
    """What several rounds said: the middle one, and the two furthest from it."""

    middle: float
    low: float
    high: float
    rounds: int

    @staticmethod
    def of(rounds: Sequence[float]) -> Spread:
        if not rounds:
            raise ValueError("no rounds: there is nothing to take the middle of")
        return Spread(statistics.median(rounds), min(rounds), max(rounds), len(rounds))

    def doubted(self) -> Spread:
        """A single round is taken for one of many that lie around it."""
        if self.rounds > 1:
            return self
        return Spread(self.middle, self.middle * (1 - ONE_ROUND), self.middle * (1 + ONE_ROUND), 1)


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Round by round. Rounds without a partner do not count."""
    return [mine / other for mine, other in zip(ours, theirs, strict=False) if other > 0]


def verdict(spread: Spread, goal: Goal | None, *, exact: bool = False, busy: float | None = None) -> Verdict:
    """What may be said. `exact`: a count that no noise can change. `busy`: for wall-clock times, the share of all
    cores that others used meanwhile."""
    if goal is None:
        return SHOWN
    if exact:
        return MET if goal.kept_by(spread.middle) else MISSED
    if busy is not None and busy > BUSY:
        return NOISY
    doubted = spread.doubted()
    said = {goal.kept_by(doubted.low), goal.kept_by(doubted.high)}
    if said == {True}:
        return MET
    return MISSED if said == {False} else NOISY


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    section: str
    name: str
    unit: str
    """Of the measured numbers: "×" for a ratio, or s, MB, µs …"""
    measured: float | None = None
    low: float | None = None
    high: float | None = None
    rounds: int = 0
    goal: str = ""
    verdict: Verdict = SHOWN
    note: str = ""
    """How it was measured, or why it was not; one sentence."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def row(
    section: str,
    name: str,
    unit: str,
    rounds: Sequence[float],
    goal: Goal | None = None,
    *,
    note: str = "",
    exact: bool = False,
    busy: float | None = None,
) -> Row:
    """A row from its rounds."""
    if not rounds:
        return unmeasured(section, name, unit, note or "no round came to an end", goal)
    found = Spread.of(rounds)
    said = verdict(found, goal, exact=exact, busy=busy)
    if said == NOISY and busy is not None and busy > BUSY:
        note = f"{note}; others used {busy:.0%} of the machine meanwhile".removeprefix("; ")
    return Row(
        section, name, unit, found.middle, found.low, found.high, found.rounds, str(goal or ""), said, note
    )  # fmt: skip


def unmeasured(section: str, name: str, unit: str, why: str, goal: Goal | None = None) -> Row:
    return Row(section, name, unit, goal=str(goal or ""), verdict=UNMEASURED, note=why)


def number(value: float) -> str:
    """Three digits that matter, and no more."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def shown(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    return f"{number(value)}{'×' if unit == '×' else ' ' + unit}"
