"""OUT/overrides.csv: where a person's word stands above the grader's. It survives every regrade.

An override always decides, as long as it can: a regrade that reaches its points by itself makes it obsolete, one that
gives more turns it into a deduction, and either is said aloud. Nothing is deleted but by people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...render.escape import one_line
from ...render.sentences import amount
from ..records import Graded
from . import tables
from .matching import Finder, people
from .tables import TableError

FILE = "overrides.csv"
COLUMNS = ("student", "item", "points", "reason", "who", "when")


@dataclass(frozen=True)
class Override:
    """One line of the file."""

    place: str
    """overrides.csv:3"""
    student: str
    """A student number, an e-mail, the id of a submission, or a name that only one has."""
    item: str
    points: float
    reason: str
    who: str
    when: str


@dataclass(frozen=True)
class Applied:
    """An override that decides an item of one submission."""

    override: Override
    before: float
    """What the grader gave."""

    @property
    def gained(self) -> float:
        return self.override.points - self.before


@dataclass(frozen=True)
class Settled:
    """A class after its overrides."""

    graded: tuple[Graded, ...]
    applied: Mapping[str, tuple[Applied, ...]] = field(default_factory=dict)
    """By entry id."""
    obsolete: tuple[str, ...] = ()
    """A sentence for each override that a regrade has overtaken."""


def read(path: Path) -> tuple[Override, ...]:
    """The file's overrides; none where there is no file. TableError lists every mistake with its line."""
    if not path.exists():
        return ()
    table = tables.read(path)
    problems = tables.require(table, *COLUMNS)
    if problems:
        raise TableError(problems)
    found = []
    for line in table.lines:
        place = table.place(line)
        empty = [name for name in ("student", "item", "points", "reason", "who") if not line.get(name)]
        if empty:
            problems.append(f"{place}: {' and '.join(empty)} {'is' if len(empty) == 1 else 'are'} empty")
        points = _points(line.get("points"))
        if line.get("points") and points is None:
            problems.append(f"{place}: points must be a number of 0 or more, not “{one_line(line.get('points'))}”")
        cells = {name: line.get(name) for name in ("student", "item", "reason", "who", "when")}
        found.append(Override(place, points=points or 0.0, **cells))
    if problems:
        raise TableError(problems)
    return tuple(found)


def settle(graded: Sequence[Graded], overrides: Sequence[Override]) -> Settled:
    """Apply the overrides to a class. TableError lists every line that names nobody, several, or an item twice."""
    finder = Finder(people(graded))
    by_id = {one.entry.id: one for one in graded}
    problems: list[str] = []
    obsolete: list[str] = []
    first: dict[tuple[str, str], Override] = {}
    decided: dict[str, list[Applied]] = {}
    for override in overrides:
        who, item = one_line(override.student), one_line(override.item)
        meant = [by_id[override.student]] if override.student in by_id else finder.by_word(override.student)
        if not meant:
            problems.append(f"{override.place}: nobody here is “{who}”: use a student number, an e-mail or the "
                            "id of a submission")  # fmt: skip
            continue
        if len(meant) > 1:
            problems.append(f"{override.place}: {len(meant)} submissions belong to “{who}”; use one's id: "
                            + ", ".join(one_line(one.entry.id) for one in meant[:5]))  # fmt: skip
            continue
        one = meant[0]
        before = first.setdefault((one.entry.id, override.item), override)
        if before is not override:
            problems.append(f"{override.place}: item {item} of this submission is already decided in {before.place}")
            continue
        row = next((row for row in one.result.items if row.id == override.item), None)
        if row is None:
            obsolete.append(f"{override.place}: {who}: the rubric has no item {item} (any more); not applied")
        elif override.points > row.points:
            obsolete.append(
                f"{override.place}: {who}: item {item} is worth {amount(row.points)} points, not "
                f"{amount(override.points)}; not applied"
            )
        else:
            decided.setdefault(one.entry.id, []).append(Applied(override, row.score))
            if row.score == override.points:
                obsolete.append(
                    f"{override.place}: {who}: the grader gives item {item} {amount(row.score)} points by itself; "
                    "the line can go"
                )
            elif row.score > override.points:
                obsolete.append(
                    f"{override.place}: {who}: the grader gives item {item} {amount(row.score)} points, and the "
                    f"override takes them down to {amount(override.points)}; delete the line unless you mean that"
                )
    if problems:
        raise TableError(problems)
    settled = tuple(_with(one, decided.get(one.entry.id, ())) for one in graded)
    return Settled(settled, {ident: tuple(found) for ident, found in decided.items()}, tuple(obsolete))


def _with(one: Graded, applied: Sequence[Applied]) -> Graded:
    result = one.result
    for each in applied:
        result = result.with_item(replace(result.item(each.override.item), score=each.override.points))
    return replace(one, result=result) if applied else one


def _points(text: str) -> float | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return round(value, 2) if math.isfinite(value) and value >= 0 else None
