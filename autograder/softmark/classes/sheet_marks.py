"""Reads OUT/sheet_marks.csv: what staff gave for each answer on the sheets, a line a person.

    student,name,sheet,q1,q2,q3,q4,q5,note
    22,Ada Lovelace,9f2c1a,1,1,0,1,0.5,

1 is right, 0 is wrong, anything between is up to the key; an empty cell is not marked yet. `softmark sheets` writes the
lines, and never touches what somebody has entered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..files import tables
from ..files.atomic import write_atomically
from ..files.tables import Line, TableError
from ..policy.platform_metadata import folded
from ..questions.question import SIZE
from .entries import Person

FILE = "sheet_marks.csv"
QUESTIONS = tuple(f"q{number}" for number in range(1, SIZE + 1))
COLUMNS = ("student", "name", "sheet", *QUESTIONS, "note")


@dataclass(frozen=True)
class SheetMarks:
    """One person's marks."""

    student: str
    sheet: str
    given: tuple[float | None, ...]
    """None: not marked."""

    @property
    def total(self) -> float | None:
        """The sum of the marks; None until all are there."""
        marked = [mark for mark in self.given if mark is not None]
        return round(sum(marked), 2) if marked and None not in self.given else None


def read(path: Path) -> list[SheetMarks]:
    """Every line; none where there is no file. TableError lists every mistake with its place."""
    if not path.exists():
        return []
    table = tables.read(path)
    if problems := tables.require(table, "student", "sheet", *QUESTIONS):
        raise TableError(problems)
    found = []
    for line in table.lines:
        marks, wrong = _marks(line)
        problems += [f"{table.place(line)}: {each}" for each in wrong]
        found.append(SheetMarks(line.get("student"), line.get("sheet"), marks))
    if problems:
        raise TableError(problems)
    return found


def _marks(line: Line) -> tuple[tuple[float | None, ...], list[str]]:
    marks: list[float | None] = []
    problems = []
    for name in QUESTIONS:
        written = line.get(name)
        try:
            mark = float(written.replace(",", ".")) if written else None
        except ValueError:
            mark = -1.0
        if mark is not None and not 0 <= mark <= 1:
            problems.append(f"{name} must be between 0 and 1, or empty, not “{written[:40]}”")
            mark = None
        marks.append(mark)
    return tuple(marks), problems


def write_missing(path: Path, sheets: Sequence[tuple[str, str, str]]) -> int:
    """Add a line for each sheet (student, name, number of the sheet) that has none; how many."""
    known = {line.sheet for line in read(path)}
    new = [[student, name, sheet, *[""] * len(QUESTIONS), ""] for student, name, sheet in sheets if sheet not in known]
    if not new:
        return 0
    text = tables.write(COLUMNS, new)
    if path.exists():
        before = path.read_text(encoding="utf-8-sig")
        if tables.read(path).columns[: len(COLUMNS)] != COLUMNS:
            raise TableError([f"{path}:1: the columns must be {', '.join(COLUMNS)}, for lines to be added"])
        text = before.rstrip("\r\n") + "\r\n" + text.partition("\r\n")[2]
    write_atomically(path, text)
    return len(new)


def totals(path: Path) -> Mapping[str, float | None]:
    """Student number, e-mail or name, folded → marks; empty where nothing was marked."""
    found = {folded(one.student): one.total for one in read(path)}
    return found if any(total is not None for total in found.values()) else {}


def of(person: Person, known: Mapping[str, float | None]) -> float | None:
    """What one person got."""
    return next(
        (known[folded(word)] for word in (person.sid, person.email, person.name) if folded(word) in known), None
    )
