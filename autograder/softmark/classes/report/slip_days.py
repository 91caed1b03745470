"""Slip days that last for a whole term: two files, one for the term and one for the class.

    student,days,hw1,hw2          slip_days.csv of the term, kept by staff: how many each has, and what each
    ada@x.edu,4,1,                assignment took of them. `softmark slip` reads it, and fills this assignment's column.

    student,days,used             OUT/slip_days.csv: what was left of them for this assignment, and what it took.
    ada@x.edu,3,2                 `softmark slip` writes it; every report reads it.

While OUT/slip_days.csv is there, its days count in the place of the rubric's `late.slip_days`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...files import tables
from ...files.atomic import write_atomically
from ...files.escape import one_line
from ...files.tables import TableError
from ..entries import Entry, Person
from .same_person import Finder, different, sure_keys

FILE = "slip_days.csv"
WHO, DAYS, USED = "student", "days", "used"
_PEOPLE = ("name", "section")
"""Columns of the term's file that are no assignment."""


@dataclass(frozen=True)
class Balance:
    """One student's days for one assignment."""

    student: str
    days: int
    """That were left for it."""
    used: int | None = None
    """What it took when that was last written down; None: that was never worked out."""


# --- the class's file ---------------------------------------------------------------------------------------


def read(path: Path) -> list[Balance] | None:
    """None where there is no file. TableError lists every mistake with its line."""
    if not path.exists():
        return None
    table = tables.read(path)
    problems = tables.require(table, WHO, DAYS, USED)
    found = []
    for line in table.lines if not problems else ():
        days, used = (_whole(line.get(name)) for name in (DAYS, USED))
        if days is None or not line.get(WHO):
            problems.append(f"{table.place(line)}: a student and a whole number of days are needed here: run "
                            "`softmark slip` again, which writes this file")  # fmt: skip
        else:
            found.append(Balance(line.get(WHO), days, used))
    if problems:
        raise TableError(problems)
    return found


def write(path: Path, balances: Sequence[Balance]) -> None:
    write_atomically(path, tables.write([WHO, DAYS, USED], ([b.student, b.days, b.used] for b in balances)))


def of_entries(balances: Sequence[Balance], entries: Sequence[Entry], rule: str) -> dict[str, int]:
    """How many days count for each submission, by its id; a group has the most of its members, or the least, as for
    their dates."""
    finder = Finder((person, (entry.id, place)) for entry in entries for place, person in enumerate(entry.people))
    own = {member: each.days for each in balances for member in finder.by_word(each.student)}
    choose = max if rule == "latest" else min
    return {
        entry.id: choose((own.get((entry.id, place), 0) for place in range(len(entry.people))), default=0)
        for entry in entries
    }


# --- the term's file ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TermFile:
    """What staff keep for a term."""

    columns: tuple[str, ...]
    """As they stand there."""
    rows: tuple[Mapping[str, str], ...]
    """By column."""

    def left(self, row: Mapping[str, str], assignment: str) -> int:
        """What the other assignments left over."""
        others = (column for column in self.columns if column not in (WHO, DAYS, *_PEOPLE, assignment))
        return max(0, (_whole(row[DAYS]) or 0) - sum(_whole(row[column]) or 0 for column in others))


def read_term(path: Path, assignment: str) -> TermFile:
    """The term's file, with a column for this assignment; empty where there is no file yet."""
    if not path.exists():
        return TermFile((WHO, DAYS, assignment), ())
    table = tables.read(path)
    problems = tables.require(table, WHO, DAYS)
    if problems:
        raise TableError(problems)
    known = {name.casefold(): name for name in (WHO, DAYS, *_PEOPLE, assignment)}
    columns = tuple(known.get(low, title) for low, title in zip(table.columns, table.titles, strict=True) if title)
    rows = []
    for line in table.lines:
        row = {column: line.get(column.casefold()) for column in columns}
        if not row[WHO]:
            problems.append(f"{table.place(line)}: {WHO} is empty")
        problems += [
            f"{table.place(line)}: {one_line(column)} must be a whole number of days, not “{one_line(row[column])}”"
            for column in columns
            if column not in (WHO, *_PEOPLE) and _whole(row[column] or "0") is None
        ]
        rows.append({**row, assignment: row.get(assignment, "")})
    if problems:
        raise TableError(problems)
    return TermFile(columns if assignment in columns else (*columns, assignment), tuple(rows))


def write_term(path: Path, term: TermFile) -> None:
    numbers = [column for column in term.columns if column not in (WHO, *_PEOPLE)]

    def cells(row: Mapping[str, str]) -> list[str | float | None]:
        """Numbers as numbers; a zero that somebody wrote stays one."""
        return [_whole(row[name]) if name in numbers else row[name] for name in term.columns]

    write_atomically(path, tables.write(term.columns, map(cells, term.rows)))


def matched(term: TermFile, people: Iterable[Person], path: Path) -> list[Person | None]:
    """Whose each row is; None: nobody's here. TableError names whoever has two rows, and a name that several have."""
    finder = Finder((person, person) for person in people)
    found: list[Person | None] = []
    taken: set[tuple[str, str]] = set()
    problems = []
    for row in term.rows:
        who, meant = one_line(row[WHO]), different(finder.by_word(row[WHO]))
        own = {key for same in meant for person in same for key in sure_keys(person)}
        if len(meant) > 1:
            problems.append(f"{path}: {len(meant)} people are “{who}”: write an e-mail or a student number")
        elif own & taken:
            problems.append(f"{path}: “{who}” has two lines: keep one of them")
        taken |= own
        found.append(meant[0][0] if meant else None)
    if problems:
        raise TableError(problems)
    return found


def with_people(term: TermFile, people: Sequence[Person], each: int) -> TermFile:
    """With a line for everybody who has none."""
    blank = dict.fromkeys(term.columns, "")
    new = [
        {**blank, **({"name": person.name} if "name" in blank else {}), WHO: name_of(person), DAYS: str(each)}
        for person in people
    ]
    return replace(term, rows=(*term.rows, *new))


def name_of(person: Person) -> str:
    return person.sid or person.email or person.name


def _whole(text: str) -> int | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return int(value) if value >= 0 and value == int(value) else None
