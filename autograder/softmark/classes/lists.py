"""What staff write beside a class: roster.csv, extensions.csv, overrides.csv, names.csv, through one reader.

A file is a dataclass: a field is a column, its type says how a cell is read, and `also` names what else it may be
called. All mistakes of all files are told at once, each with file and line. Lists are read at every report.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from ..content.dates import moment
from ..files import tables
from ..files.escape import one_line
from ..files.problem import Problem

EXCUSED = "EX"


def column(*also: str, default: Any = MISSING) -> Any:
    """A column by the field's name or another one; without a default every line has something in it."""
    return field(default=default, metadata={"also": also}, kw_only=True)


@dataclass(frozen=True)
class Line:
    """What every row knows: where it stands."""

    at: str


@dataclass(frozen=True)
class Student(Line):
    """roster.csv: a person of the class, whether they handed in or not."""

    name: str = column("student", "full name", default="")
    first: str = column("first name", default="")
    last: str = column("last name", default="")
    email: str = column("e-mail", "email address", "sis login id", default="")
    sid: str = column("student id", "sis user id", "id", default="")
    section: str = column("sections", "class section", default="")


@dataclass(frozen=True)
class Extension(Line):
    """extensions.csv: a person's own due date, or the end of their late work, or both."""

    student: str = column("email", "e-mail", "sid", "name")
    due: datetime | None = column("until", "new due date", default=None)  # noqa: RUF009 (it is `field`)
    late_due: datetime | None = column("late due", "late until", default=None)  # noqa: RUF009


@dataclass(frozen=True)
class Override(Line):
    """overrides.csv: a task's points; points added to the `total` (+2) or taken off it (-1); points taken off for being
    `late`; or EX, with which nobody gets a number."""

    student: str = column("email", "e-mail", "sid", "name")
    task: str = column("item")
    score: float | None = column("points", default=None)
    reason: str = column("why", "note_student", default="")


@dataclass(frozen=True)
class Name(Line):
    """names.csv: what a group of unnamed answers has in common. The group's signature is on the page."""

    task: str = column("item")
    group: str = column("signature")
    name: str = column("mistake")
    hint: str = column(default="")


@dataclass(frozen=True)
class Lists:
    """All that staff wrote."""

    roster: list[Student]
    extensions: list[Extension]
    overrides: list[Override]
    names: list[Name]
    problems: list[str] = field(default_factory=list)
    """What could not be read, each with file and line. It is told with all that means nobody or nothing."""


FILES: dict[str, type[Any]] = {"roster": Student, "extensions": Extension, "overrides": Override, "names": Name}


def read_all(folder: Path, zone: tzinfo | None) -> Lists:
    """The lists that lie in a folder, as far as they can be read."""
    problems: list[str] = []
    found: dict[str, list[Any]] = {}
    for name, kind in FILES.items():
        path = folder / f"{name}.csv"
        found[name] = read(path, kind, zone, problems) if path.exists() else []
    return Lists(**found, problems=problems)


def read(path: Path, kind: type[Any], zone: tzinfo | None, problems: list[str]) -> list[Any]:
    """The rows of one file; what is wrong goes to `problems`."""
    try:
        table = tables.read(path)
    except Problem as problem:
        problems.append(str(problem))
        return []
    places = {each: _place(each, table.columns) for each in fields(kind) if each.name != "at"}
    missing = [each for each, place in places.items() if place is None and each.default is MISSING]
    if set(places.values()) == {None}:
        missing = list(places)[:1]
    has = one_line(", ".join(table.titles))
    problems += [f"{path.name}:1: there is no column “{_title(each)}” (it has: {has})" for each in missing]
    rows = []
    for number, cells in [] if missing else table.records:
        values, wrong = _values(places, cells, zone)
        problems += [f"{path.name}:{number}: {each}" for each in wrong]
        if not wrong:
            rows.append(kind(f"{path.name}:{number}", **values))
    return rows


def _title(each: Field[Any]) -> str:
    return each.name.replace("_", " ")


def _place(each: Field[Any], columns: Sequence[str]) -> int | None:
    """In which column a field stands."""
    known = (_title(each), each.name, *each.metadata["also"])
    return next((columns.index(name) for name in known if name in columns), None)


def _values(
    places: Mapping[Field[Any], int | None], cells: Sequence[str], zone: tzinfo | None
) -> tuple[dict[str, Any], list[str]]:
    """The cells of one record by the fields' names, without those that are empty and may be; and what is wrong."""
    values: dict[str, Any] = {}
    wrong = []
    for each, place in places.items():
        text = cells[place] if place is not None and place < len(cells) else ""
        try:
            if text or each.default is MISSING:
                values[each.name] = _READ[str(each.type)](text, zone)
        except ValueError as problem:
            wrong.append(f"{_title(each)}: {problem}")
    return values, wrong


def _text(text: str, zone: tzinfo | None) -> str:
    if not text:
        raise ValueError("is empty")
    return one_line(text, limit=600)


def _number(text: str, zone: tzinfo | None) -> float:
    """EX is no number: it is read as the one that is none."""
    if text.upper() == EXCUSED:
        return math.nan
    try:
        value = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"{one_line(text)!r} is not a number")
    return value


def _moment(text: str, zone: tzinfo | None) -> datetime:
    return moment(text, zone)


_READ: dict[str, Callable[[str, tzinfo | None], Any]] = {
    "str": _text,
    "float | None": _number,
    "datetime | None": _moment,
}
