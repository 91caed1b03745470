"""Reads Canvas's own gradebook, and finds the line of a person in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...files import tables
from ...files.escape import one_line
from ...files.tables import Line, Table, TableError
from ...policy.platform_metadata import folded
from ..entries import Person
from .same_person import Finder, first_and_last


@dataclass(frozen=True)
class Gradebook:
    """Canvas's own export: its ids and the name of its column for this assignment."""

    lines: tuple[Line, ...]
    column: str
    questions: str = ""
    """Its column for the marks of sheets, where it is to get them."""


def gradebook_in(table: Table, title: str, questions: str = "") -> Gradebook:
    """TableError where it has no column, or several, for an assignment: Canvas would make a new one of ours."""
    problems = tables.require(table, "student", "id")
    if problems:
        raise TableError(
            [*problems, f"{table.file}: export the gradebook from Canvas (Grades → Export) and give that file"]
        )
    lines = [line for line in table.lines if line.get("id") and folded(line.get("student")) != "points possible"]
    own = _column(table, title, "--canvas-assignment")
    return Gradebook(tuple(lines), own, _column(table, questions, "--canvas-questions") if questions else "")


def _column(table: Table, title: str, option: str) -> str:
    titles = table.titles
    wanted = re.compile(re.escape(folded(title)) + r"( \(\d+\))?")
    columns = [name for name in titles if wanted.fullmatch(folded(name))]
    if len(columns) != 1:
        has = ", ".join(name for name in titles if re.search(r"\(\d+\)$", name)) or "none"
        many = f"{len(columns)} columns" if columns else "no column"
        raise TableError([
            f"{table.file}:1: {many} for “{one_line(title)}”: make the assignment in Canvas and export again, or say "
            f"with {option} what it is called there (assignments in it: {one_line(has, limit=400)})"
        ])  # fmt: skip
    return columns[0]


def without_ids(person: Person) -> list[str]:
    """The same of somebody whom the gradebook does not know."""
    first, last = first_and_last(person.name)
    return [f"{last}, {first}" if last else first, "", person.sid, person.email, person.section]


def ids(line: Line) -> list[str]:
    """How Canvas knows the student of a line."""
    return [line.get(name) for name in ("student", "id", "sis user id", "sis login id", "section")]


class Matcher:
    """Finds a person's line of the gradebook: by SIS id, by login or e-mail, by name."""

    def __init__(self, book: Gradebook) -> None:
        self._finder = Finder((canvas_person(line), line) for line in book.lines)
        self._logins = Finder(_by_login(book.lines))

    def every(self, person: Person) -> list[Line]:
        """All lines that may be a person's."""
        return self._finder.every(person) or [line for line in (self.find(person),) if line is not None]

    def find(self, person: Person) -> Line | None:
        account = person.email.partition("@")[0]
        return (
            self._finder.find(Person("", person.email, person.sid))
            or self._logins.find(Person("", account))
            or self._finder.find(Person(person.name))
        )


def gradebook_lines(person: Person, table: Table) -> list[Line]:
    """The lines of a gradebook that are one person's."""
    return Matcher(Gradebook(table.lines, "")).every(person)


def canvas_person(line: Line) -> Person:
    name = " ".join(part for part in first_and_last(line.get("student")) if part)
    return Person(name, line.get("sis login id"), line.get("sis user id"), line.get("section"))


def _by_login(lines: Sequence[Line]) -> list[tuple[Person, Line]]:
    """Lines by login: at some schools it is the part of the address before the @."""
    return [(Person("", line.get("sis login id").partition("@")[0]), line) for line in lines]
