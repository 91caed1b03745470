"""Works out how many slip days each student of a class spent, and writes that into the class's file and the term's.

Doing it again is harmless: what this assignment took before is not counted, so the same dates give the same days.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...files.escape import one_line
from ...files.tables import TableError
from ..entries import Person
from . import slip_days, write
from .cohort import Cohort
from .person_grades import marks
from .same_person import Finder, different, sure_keys
from .slip_days import Balance


@dataclass(frozen=True)
class Spent:
    """What came of it."""

    students: int
    """Who have days."""
    used: Mapping[str, int]
    """Who spent some, and how many."""
    without: tuple[str, ...]
    """Who handed in and has no line."""
    added: int
    """Lines that the term's file got."""


def work_out(out: Path, path: Path, course: Path | None, *, each: int | None = None) -> Spent:
    """`each`: how many days somebody has who is in no line yet. JournalError, TableError or GraderFault in words;
    nothing is written before everything is known."""
    group = write.read(out, course)
    if group.rubric is None or not group.graded:
        raise TableError([f"nothing is graded in {out} yet: let `softmark batch` finish first"])
    if group.rubric.late.per == "none":
        raise TableError([f"{out}: the rubric takes nothing off for late work (`late.per`): there is nothing to spend"])
    name, people = group.rubric.name, _people(group)
    if not path.exists() and each is None:
        raise TableError([f"{path}: does not exist: give --each 4 to start it with four days for everybody"])
    term = slip_days.read_term(path, name)
    rows = slip_days.matched(term, people, path)
    known = {key for person in rows if person is not None for key in sure_keys(person)}
    new = [person for person in people if not known & sure_keys(person)]
    if each is not None:
        term = slip_days.with_people(term, new, each)
        rows += new
    balances = [
        Balance(slip_days.name_of(person), term.left(row, name))
        for row, person in zip(term.rows, rows, strict=True)
        if person is not None
    ]
    spent = _spent(write.read(out, course, slips=balances), balances)
    written = [replace(balance, used=spent[balance.student]) for balance in balances]
    places = iter(written)
    filled = tuple(
        row if person is None else {**row, name: str(next(places).used or "")}
        for row, person in zip(term.rows, rows, strict=True)
    )
    slip_days.write(out / slip_days.FILE, written)
    slip_days.write_term(path, replace(term, rows=filled))
    return Spent(
        len(balances),
        {balance.student: balance.used for balance in written if balance.used},
        () if each is not None else tuple(one_line(person.name) for person in new),
        len(new) if each is not None else 0,
    )


def changed(group: Cohort, balances: Sequence[Balance]) -> list[str]:
    """Whose days are not what was written down last."""
    spent = _spent(group, balances)
    return [balance.student for balance in balances if spent[balance.student] != balance.used]


def _people(group: Cohort) -> list[Person]:
    """Everybody of a class, each once: those who handed in, and those on the roster."""
    handed_in = [person for one in group.graded for person in one.entry.people]
    waiting = [person for entry in group.waiting for person in entry.people]
    listed = group.roster.people if group.roster else ()
    return [same[0] for same in different([*handed_in, *waiting, *listed])]


def _spent(group: Cohort, balances: Sequence[Balance]) -> dict[str, int]:
    """By student as the balance writes them. In a group each pays with their own days, as far as these go."""
    finder = Finder((mark.person, mark) for mark in marks(group)[0])
    spent = {}
    for balance in balances:
        found = finder.by_word(balance.student)
        mark = found[0] if found else None
        late = mark.result.late if mark is not None and not mark.excused and mark.result.standing is None else None
        spent[balance.student] = min(balance.days, late.slip_days) if late else 0
    return spent
