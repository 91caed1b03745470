"""Computes what the scores of a class say about its tasks: how hard, how telling, how reliable; and its common
mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...grading.result import ItemResult, Result
from ..entries import Graded

Numbers = NDArray[np.float64]

BROKEN = ("started", "refused", "grader_error")
"""Grades that say something about the grader and nothing about the student."""


def grader_failed(result: Result) -> bool:
    """Whether points are missing by the grader's own fault, and staff have not decided about them."""
    if result.status == "grader_error":
        return not result.adjusted and all(item.decided is None for item in result.items)
    return any(item.status == "grader_error" and item.decided is None for item in result.items)


@dataclass(frozen=True)
class ItemFigures:
    """One task, over the class. None where a figure has no meaning (nobody differs): shown as –."""

    id: str
    title: str
    points: float
    bonus: bool
    mean: float | None
    """Points, on average."""
    difficulty: float | None
    """The share of the points that was earned, 0 to 1; psychometrics' p-value: large is easy."""
    discrimination: float | None
    """Correlation with the sum of all other tasks."""
    alpha_without: float | None
    """Reliability of the assignment if this task were dropped."""
    full: int
    """How many have full marks."""
    part: int
    """How many have some of the points."""
    none: int
    """How many tried, and have none."""
    unwritten: int
    """How many have not written it."""


@dataclass(frozen=True)
class Bar:
    """One column of the histogram: scores from `low` up to, not including, `high` (None: and more)."""

    low: float
    high: float | None
    count: int


@dataclass(frozen=True)
class CommonMistake:
    """A mistake that the grader recognised by name, and the entries in which it did."""

    name: str
    says: str
    section: str
    items: tuple[str, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Figures:
    """Everything that is computed over a class."""

    count: int
    """Grades that are counted."""
    left_out: int
    """Grades that are not, because the grader failed there, or because they are nobody's."""
    mean: float | None
    median: float | None
    deviation: float | None
    points: float
    alpha: float | None
    """Cronbach's alpha over the tasks that are not bonus."""
    items: tuple[ItemFigures, ...]
    histogram: tuple[Bar, ...]
    known_mistakes: tuple[CommonMistake, ...]


def figures(graded: Sequence[Graded]) -> Figures:
    """The class in numbers."""
    counted = [submission for submission in graded if submission.counts and submission.result.status not in BROKEN]
    results = [submission.result for submission in counted]
    scores = np.array([result.final for result in results], dtype=np.float64)
    points = _usual([result.points for result in results])
    items = item_table(results)
    return Figures(
        count=len(counted),
        left_out=len(graded) - len(counted),
        mean=float(scores.mean()) if scores.size else None,
        median=float(np.median(scores)) if scores.size else None,
        deviation=float(scores.std(ddof=1)) if scores.size > 1 else None,
        points=points,
        alpha=alpha(_matrix(results, [item.id for item in items if not item.bonus])),
        items=items,
        histogram=histogram(scores, points),
        known_mistakes=known_mistakes([submission for submission in graded if submission.counts]),
    )


def item_table(results: Sequence[Result]) -> tuple[ItemFigures, ...]:
    rows = {}
    for result in results:  # the latest rubric's words, in the order of the tasks
        for item in result.items:
            rows[item.id] = item
    idents = sorted(rows, key=item_order)
    matrix = _matrix(results, idents)
    base = [index for index, ident in enumerate(idents) if not rows[ident].bonus]
    table = []
    for column, ident in enumerate(idents):
        item = rows[ident]
        have = [row for row in (_row(result, ident) for result in results) if row is not None]
        scores = np.array([row.score for row in have], dtype=np.float64)
        shares = [row.score / row.points for row in have if row.points > 0]
        rest = np.delete(matrix, column, axis=1).sum(axis=1)
        without = [index for index in base if index != column]
        full = sum(row.score >= row.points > 0 for row in have)
        unwritten = sum(row.status == "not_written" for row in have)
        part = sum(0 < row.score < row.points for row in have)
        table.append(
            ItemFigures(
                id=ident, title=item.title, points=item.points, bonus=item.bonus,
                mean=float(scores.mean()) if scores.size else None,
                difficulty=float(np.mean(shares)) if shares else None,
                discrimination=correlation(matrix[:, column], rest),
                alpha_without=None if item.bonus else alpha(matrix[:, without]),
                full=full, part=part, unwritten=unwritten, none=len(have) - full - part - unwritten,
            )
        )  # fmt: skip
    return tuple(table)


def correlation(one: Numbers, other: Numbers) -> float | None:
    """Pearson's; None where one of the two does not vary."""
    if one.size < 2 or _flat(one) or _flat(other):
        return None
    return float(np.corrcoef(one, other)[0, 1])


def alpha(scores: Numbers) -> float | None:
    """Cronbach's alpha of students × tasks; None where nothing varies or there is one task."""
    students, items = scores.shape
    if students < 2 or items < 2:
        return None
    whole = scores.sum(axis=1)
    if _flat(whole):
        return None
    return float(items / (items - 1) * (1 - scores.var(axis=0, ddof=1).sum() / whole.var(ddof=1)))


def histogram(scores: Numbers, points: float) -> tuple[Bar, ...]:
    """At most twenty columns of a round width, and one for full marks and more."""
    if points <= 0:
        return ()
    step = next(s for s in _round_steps() if points / s <= 20)
    edges = np.arange(0.0, points, step)
    place = np.searchsorted(edges, scores, side="right") - 1
    full = scores >= points
    bars = [
        Bar(float(low), float(min(low + step, points)), int(np.sum((place == index) & ~full)))
        for index, low in enumerate(edges)
    ]
    return (*bars, Bar(points, None, int(full.sum())))


def known_mistakes(graded: Sequence[Graded]) -> tuple[CommonMistake, ...]:
    """The named mistakes of the class, the most frequent first. An entry counts once for each."""
    said: dict[str, tuple[str, str]] = {}
    items: dict[str, dict[str, None]] = {}
    entries: dict[str, dict[str, None]] = {}
    for one in graded:
        for item in one.result.items:
            for check in item.checks:
                if check.diagnosis and check.passed is False:
                    said.setdefault(check.diagnosis, (check.says or check.diagnosis, check.section or item.id))
                    items.setdefault(check.diagnosis, {})[item.id] = None
                    entries.setdefault(check.diagnosis, {})[one.entry.id] = None
    ranked = sorted(entries, key=lambda name: (-len(entries[name]), name))
    return tuple(
        CommonMistake(name, *said[name], tuple(sorted(items[name], key=item_order)), tuple(entries[name]))
        for name in ranked
    )


def shown(value: float | None, digits: int = 2) -> str:
    """A figure as people read it; – where there is none."""
    if value is None or not np.isfinite(value):
        return "–"
    text = f"{value:.{digits}f}"
    return text.replace("-", "−") if float(text) else text.lstrip("-")


def _flat(values: Numbers) -> bool:
    return bool(np.ptp(values) < 1e-9) if values.size else True


def _usual(values: Sequence[float]) -> float:
    return max(set(values), key=lambda value: (values.count(value), value)) if values else 0.0


def _matrix(results: Sequence[Result], idents: Sequence[str]) -> Numbers:
    """Students × tasks; a task that a result does not have counts as 0."""
    matrix = np.zeros((len(results), len(idents)), dtype=np.float64)
    columns = {ident: index for index, ident in enumerate(idents)}
    for line, result in enumerate(results):
        for item in result.items:
            if item.id in columns:
                matrix[line, columns[item.id]] = item.score
    return matrix


def _row(result: Result, ident: str) -> ItemResult | None:
    return next((item for item in result.items if item.id == ident), None)


def item_order(ident: str) -> tuple[tuple[int, int, str], ...]:
    """1.10 comes after 1.9."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in ident.split("."))


def _round_steps() -> Iterator[float]:
    size = 0.01
    while True:
        for factor in (1, 2, 5):
            yield size * factor
        size *= 10
