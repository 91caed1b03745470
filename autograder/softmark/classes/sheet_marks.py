"""Reads OUT/sheet_marks.csv: what staff gave for each answer on the sheets, a line a person.

    student,name,sheet,q1,q2,q3,q4,q5,note
    22,Ada Lovelace,9f2c1a,1,1,0,1,0.5,

1 is right, 0 is wrong, anything between is up to the key; an empty cell is not marked yet. `softmark sheets` writes the
lines, and never touches what somebody has entered. Whoever handed in again after sheets were made has two lines: the
marks count on either of them, and not on both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..files import tables
from ..files.atomic import write_atomically
from ..files.escape import one_line
from ..files.tables import Line, TableError
from .entries import Person
from .report.same_person import Finder, identity

FILE = "sheet_marks.csv"
SIZE = 5
QUESTIONS = tuple(f"q{number}" for number in range(1, SIZE + 1))
COLUMNS = ("student", "name", "sheet", *QUESTIONS, "note")


@dataclass(frozen=True)
class SheetMarks:
    """One person's marks."""

    place: str
    """sheet_marks.csv:3"""
    student: str
    name: str
    sheet: str
    given: tuple[float | None, ...]
    """None: not marked."""

    @property
    def begun(self) -> bool:
        return any(mark is not None for mark in self.given)

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
        found.append(SheetMarks(table.place(line), line.get("student"), line.get("name"), line.get("sheet"), marks))
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


def totals(path: Path, people: Iterable[tuple[Person, str]]) -> Mapping[str, float | None]:
    """What each person got, by identity; empty where nothing is marked to the end. `people` are all who handed in, each
    with a submission of theirs. Marks count on whichever sheet of a person they stand. TableError names whoever has
    marks on two, and every line whose marks are nobody's."""
    finder = Finder((person, identity(person, submission)) for person, submission in people)
    found: dict[str, SheetMarks] = {}
    problems = []
    for marks in read(path):
        if not marks.begun:
            continue
        who, meant = one_line(marks.student), set(finder.by_word(marks.student))
        named = f"“{who}”" + (f" ({one_line(marks.name)})" if marks.name and marks.name != marks.student else "")
        if len(meant) != 1:
            many = f"{len(meant)} people who handed in are" if meant else "nobody who handed in is"
            problems.append(f"{marks.place}: {many} {named}, so these marks count for nobody: write a student number "
                            "or an e-mail, or delete the line")  # fmt: skip
            continue
        before = found.setdefault(meant.pop(), marks)
        if before is not marks:
            problems.append(f"{marks.place}: {named} has marks on two sheets, {before.sheet} and {marks.sheet}: keep "
                            "those that count, and empty the other line")  # fmt: skip
    if problems:
        raise TableError(problems)
    known = {person: marks.total for person, marks in found.items()}
    return known if any(total is not None for total in known.values()) else {}
