"""Reads OUT/requests.csv, the log of regrade requests: who asked, what, and how it was decided. `report` shows it.

    student,item,request,decided,who,when
    ada@x.edu,1.4,Is −1e4 not allowed?,The check was too strict: 7 points,Sam,2026-11-20
    22,2.1,Why 3 of 7?,,,2026-11-21

An empty `decided` is a request that waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...files import tables
from ...files.escape import one_line
from ...files.tables import TableError
from ..entries import Graded
from .same_person import Finder, people

FILE = "requests.csv"
COLUMNS = ("student", "item", "request", "decided", "who", "when")


@dataclass(frozen=True)
class RegradeRequest:
    """One line of the file."""

    place: str
    student: str
    """A student number, an e-mail, the id of a submission, or a name that only one has."""
    item: str
    request: str
    decided: str = ""
    who: str = ""
    when: str = ""

    @property
    def waits(self) -> bool:
        return not self.decided

    def entries(self, graded: Sequence[Graded]) -> set[str]:
        """The submissions that are meant; more than one where a name is not enough."""
        by_id = {submission.entry.id for submission in graded}
        if self.student in by_id:
            return {self.student}
        return {submission.entry.id for submission in Finder(people(graded)).by_word(self.student)}

    def __str__(self) -> str:
        said = f"{self.item}: {self.request}" if self.item else self.request
        by = ", ".join(part for part in (self.who, self.when) if part)
        return one_line(f"{said} → {self.decided or 'waits'}{f' ({by})' if by else ''}", limit=500)


def read(path: Path) -> tuple[RegradeRequest, ...]:
    """The file's requests; none where there is no file. TableError lists every mistake with its line."""
    if not path.exists():
        return ()
    table = tables.read(path)
    problems = tables.require(table, *COLUMNS)
    if problems:
        raise TableError(problems)
    found = []
    for line in table.lines:
        cells = {name: line.get(name) for name in COLUMNS}
        empty = [name for name in ("student", "request") if not cells[name]]
        if empty:
            verb = "is" if len(empty) == 1 else "are"
            problems.append(f"{table.place(line)}: {' and '.join(empty)} {verb} empty")
        found.append(RegradeRequest(table.place(line), **cells))
    if problems:
        raise TableError(problems)
    return tuple(found)


@dataclass(frozen=True)
class Logged:
    """A request with the submission that it is about."""

    request: RegradeRequest
    entry: str = ""
    """Empty where nobody, or several, are meant."""


def matched(requests: Sequence[RegradeRequest], graded: Sequence[Graded]) -> tuple[Logged, ...]:
    """Those that wait first. One that names nobody is kept: a log loses nothing."""
    found = []
    for request in requests:
        meant = request.entries(graded)
        found.append(Logged(request, next(iter(meant)) if len(meant) == 1 else ""))
    return tuple(sorted(found, key=lambda each: not each.request.waits))
