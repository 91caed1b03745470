"""Reads what the platform says about a submission: when it was handed in, and what was due when.

Nothing in here may stop a grade. Every field may be missing or strange; what cannot be used is left out and told to
staff, and the policies that needed it do nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..content.dates import moment
from ..content.yaml_places import Located, Where, parse, shown
from .dates import NO_DATES, Dates

SIZE_LIMIT = 16 << 20
"""Bytes: earlier results are inside, and they may be long."""
PLACES_LIMIT = 64 << 10
"""Characters: in a longer text, looking for the line of a problem would take longer than the grade."""
MOST_NOTES = 20
MOST_USERS = 200


@dataclass(frozen=True)
class Metadata:
    """The part of submission_metadata.json that policies use."""

    created_at: datetime | None = None
    assignment: Dates = NO_DATES
    members: tuple[Dates, ...] = ()
    """One for each person who handed in; an unknown date is the assignment's."""
    notes: tuple[str, ...] = ()
    """What was strange, for staff."""


def read(path: Path) -> Metadata:
    """The metadata file of a platform; a missing or broken one is metadata that says nothing."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        return Metadata(notes=(f"{path.name} cannot be read ({(error.strerror or 'unknown reason').lower()})",))
    if len(raw) > SIZE_LIMIT:
        return Metadata(notes=(f"{path.name} is larger than {SIZE_LIMIT >> 20} MB and was not read",))
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return Metadata(notes=(f"{path.name} is not JSON",))
    return understood(data, str(path), raw.decode("utf-8-sig"))


def understood(data: object, file: str = "submission_metadata.json", text: str = "") -> Metadata:
    """The same from data in memory; with its text, what is strange is told with line and column."""
    desk = _Desk()
    top = desk.mapping(data, ())
    created = desk.moment(top, ("created_at",), needed=True)
    dates = desk.dates(desk.mapping(top.get("assignment"), ("assignment",)), ("assignment",))
    users = desk.entries(top.get("users"), ("users",), MOST_USERS)
    if isinstance(top.get("users"), list) and not users:
        desk.strange(("users",), "lists nobody: the assignment's own dates are used")
    members = []
    for i, user in users:
        own = user.get("assignment") if isinstance(user, dict) else None
        place: Where = ("users", i, "assignment")
        members.append(desk.dates(desk.mapping(own, place) if own is not None else {}, place))
    strange = tuple(_placed(desk.found, data, file, text))
    return Metadata(created, dates, tuple(members), strange)


def _placed(found: list[tuple[Where, str]], data: object, file: str, text: str) -> Iterable[str]:
    """Each problem with its line and column: JSON is YAML too, near enough to find places in."""
    places = parse(text, file) if found and 0 < len(text) <= PLACES_LIMIT else Located(file)
    places.data, places.problems = data, []
    for where, message in found[:MOST_NOTES]:
        places.problem(where, message)
    return [str(problem) for problem in places.problems]


class _Desk:
    """Collects what is strange in the metadata while the rest is read."""

    def __init__(self) -> None:
        self.found: list[tuple[Where, str]] = []

    def strange(self, where: Where, sentence: str) -> None:
        self.found.append((where, sentence))

    def mapping(self, value: object, where: Where) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self.strange(where, "is missing" if value is None else "must be an object with keys and values")
        return {}

    def entries(self, value: object, where: Where, most: int) -> list[tuple[int, Any]]:
        if isinstance(value, list):
            if len(value) > most:
                self.strange(where, f"has {len(value)} entries: the last {most} were read")
            return list(enumerate(value))[-most:]
        self.strange(where, "is missing" if value is None else "must be a list")
        return []

    def moment(self, holder: dict[str, Any], where: Where, *, needed: bool = False) -> datetime | None:
        value = holder.get(str(where[-1]))
        if value is None:
            if needed:
                self.strange(where, "is missing: whatever asks when this was handed in does not apply")
            return None
        try:
            if not isinstance(value, str):
                raise ValueError(f"{shown(value, 30)} is not a date with a time")
            return moment(value)
        except ValueError as problem:
            self.strange(where, str(problem))
            return None

    def dates(self, holder: dict[str, Any], where: Where) -> Dates:
        due = self.moment(holder, (*where, "due_date"))
        late = self.moment(holder, (*where, "late_due_date"))
        if due is not None and late is not None and late < due:
            self.strange((*where, "late_due_date"), "is before the due date and was not used")
            late = None
        return Dates(due, late)
