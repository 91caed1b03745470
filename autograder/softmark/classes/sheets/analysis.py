"""Shows the instructor alone how the questions did, and code points beside sheet marks. Nobody is named on it.

It is written into a folder of its own, readable by its owner only, and is linked from no page that TAs work from: a low
mark says something about a question, or about a day, before it says something about a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...files.tables import TableError
from ...policy.platform_metadata import folded
from ...questions.question import SIZE
from .. import sheet_marks
from ..report import templates
from ..report import write as class_report
from ..report.report_cards import write_changed
from ..report.statistics import correlation
from ..sheet_marks import SheetMarks
from . import sheet_set
from .printed_pages import STYLES
from .sheet_set import Sheet

FOLDER = "instructor"
FILE = "questions.html"
PUBLISHED = 0.27
"""Of the students who passed, those who failed at least one simple question about their own program, in the published
study that this is held against."""
BANDS = ((0.9, "90% or more"), (0.75, "75 to 90%"), (0.5, "50 to 75%"), (0.0, "below 50%"))
FEW = 5
"""Fewer answers have no discrimination."""
PASSED = 0.5
"""The share of the code points from which on somebody counts as having passed, for the comparison."""


@dataclass(frozen=True)
class QuestionFigures:
    """How the questions of one kind, or about one task, did."""

    name: str
    asked: int
    right: float
    discrimination: float | None
    """Correlation with the rest of the sheet; None where nothing varies, or where there are too few."""


@dataclass(frozen=True)
class Marked:
    """One sheet with its marks and the code points of the same person."""

    sheet: Sheet
    given: tuple[float, ...]
    code: float | None
    """As a share of what could be had."""

    @property
    def total(self) -> float:
        return sum(self.given)


class Missed(NamedTuple):
    """Of so many who passed, so many missed a question."""

    passed: int
    some: int
    share: str


def write(out: Path, title: str) -> dict[str, object]:
    """What was written; TableError where there is nothing to analyse."""
    found = marked(out)
    if not found:
        raise TableError([f"{out / sheet_marks.FILE}: no sheet is marked yet: enter 1 or 0 for each answer"])
    folder = out / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    page = templates.page(
        "questions.html.j2", styles=STYLES, title=title, count=len(found), kinds=rows(found, "kind"),
        tasks=rows(found, "task"), table=crossed(found), missed=missed(found), published=f"{PUBLISHED:.0%}",
    )  # fmt: skip
    write_changed(folder / FILE, page)
    return {"sheets marked": len(found), "written": str(folder / FILE)}


def marked(out: Path) -> list[Marked]:
    """The sheets about a program that are marked to the end."""
    sheets, _ = sheet_set.read(out / sheet_set.FOLDER)
    given: dict[str, SheetMarks] = {marks.sheet: marks for marks in sheet_marks.read(out / sheet_marks.FILE)}
    points = _code_points(out)
    found = []
    for sheet in sheets:
        marks = given.get(sheet.number)
        if marks is not None and marks.total is not None and sheet.about_program:
            numbers = tuple(mark for mark in marks.given if mark is not None)
            found.append(Marked(sheet, numbers, points.get((sheet.submission, folded(sheet.student)))))
    return found


def _code_points(out: Path) -> dict[tuple[str, str], float]:
    found = {}
    for one in class_report.read(out).graded:
        share = one.result.final / one.result.points if one.result.points else 0.0
        for person in one.entry.people:
            found[one.entry.id, folded(person.sid or person.email or person.name)] = share
    return found


def rows(found: Sequence[Marked], by: str) -> list[QuestionFigures]:
    """By `kind` or by `task`."""
    values: dict[str, list[tuple[float, float]]] = {}
    for one in found:
        for question, mark in zip(one.sheet.questions, one.given, strict=False):
            values.setdefault(getattr(question, by), []).append((mark, one.total - mark))
    return [
        QuestionFigures(name, len(pairs), sum(mark for mark, _ in pairs) / len(pairs),
            _discrimination(pairs))
        for name, pairs in sorted(values.items())
    ]  # fmt: skip


def _discrimination(pairs: Sequence[tuple[float, float]]) -> float | None:
    """How well a question tells strong from weak students; None for a handful of answers, which would say nothing."""
    marks_given, rest = np.array(pairs).T
    return correlation(marks_given, rest) if len(pairs) >= FEW else None


def crossed(found: Sequence[Marked]) -> list[tuple[str, list[int]]]:
    """How many sheets of each mark (0 to 5, rounded down) stand beside code points of each band."""
    table = {name: [0] * (SIZE + 1) for _, name in BANDS}
    for one in found:
        if one.code is not None:
            band = next(name for least, name in BANDS if one.code >= least or least == 0.0)
            table[band][min(int(one.total), SIZE)] += 1
    return list(table.items())


def missed(found: Sequence[Marked]) -> Missed:
    """Of those who passed, who missed at least one question."""
    passed = [student for student in found if student.code is not None and student.code >= PASSED]
    some = [student for student in passed if student.total < len(student.given)]
    share = f"{len(some) / len(passed):.0%}" if passed else "–"
    return Missed(len(passed), len(some), share)
