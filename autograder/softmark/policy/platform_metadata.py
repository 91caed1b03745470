"""Reads what the platform says about a submission: when it was handed in, and what was due when.

Nothing in here may stop a grade. Every field may be missing or strange; what cannot be used is left out and told to
staff, and the policies that needed it do nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..content.dates import moment
from ..content.yaml_places import shown
from .dates import NO_DATES, Dates

SIZE_LIMIT = 16 << 20
"""Bytes: earlier results are inside, and they may be long."""
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
        if len(raw) > SIZE_LIMIT:
            return Metadata(notes=(f"{path.name} is larger than {SIZE_LIMIT >> 20} MB and was not read",))
        return understood(json.loads(raw.decode("utf-8-sig")), path.name)
    except OSError as error:
        return Metadata(notes=(f"{path.name} cannot be read ({(error.strerror or 'unknown reason').lower()})",))
    except (ValueError, RecursionError):
        return Metadata(notes=(f"{path.name} is not JSON",))


def understood(data: object, file: str = "submission_metadata.json") -> Metadata:
    """The same from data in memory."""
    desk = _Desk(file)
    top = desk.mapping(data, "")
    created = desk.moment(top, "created_at", needed=True)
    dates = desk.dates(top, "")
    members = [desk.dates(user, f"users[{i}].") for i, user in enumerate(desk.users(top)) if isinstance(user, dict)]
    return Metadata(created, dates, tuple(members), tuple(desk.notes[:MOST_NOTES]))


class _Desk:
    """Collects what is strange in the metadata while the rest is read."""

    def __init__(self, file: str) -> None:
        self.notes: list[str] = []
        self._file = file

    def strange(self, where: str, sentence: str) -> None:
        self.notes.append(f"{self._file}: {where or 'the whole of it'} {sentence}")

    def mapping(self, value: object, where: str) -> dict[str, Any]:
        """An object; an empty one where there is none."""
        if value is not None and not isinstance(value, dict):
            self.strange(where, "must be an object with keys and values")
        return value if isinstance(value, dict) else {}

    def users(self, top: dict[str, Any]) -> list[Any]:
        """Who handed it in."""
        found = top.get("users")
        if not isinstance(found, list) or not found:
            self.strange("users", "lists nobody: the assignment's own dates are used")
            return []
        return found[-MOST_USERS:]

    def moment(self, holder: dict[str, Any], key: str, where: str = "", *, needed: bool = False) -> datetime | None:
        """A date, where there is one that can be read."""
        value = holder.get(key)
        if needed and value is None:
            self.strange(key, "is missing: whatever asks when this was handed in does not apply")
        try:
            if value is not None and not isinstance(value, str):
                raise ValueError(f"{shown(value, 30)} is not a date with a time")
            return None if value is None else moment(value)
        except ValueError as problem:
            self.strange(f"{where}{key}:", str(problem))
            return None

    def dates(self, holder: dict[str, Any], where: str) -> Dates:
        """The dates of an assignment, somebody's own or everybody's."""
        where = f"{where}assignment"
        told = self.mapping(holder.get("assignment"), where)
        due, late = (self.moment(told, key, f"{where}.") for key in ("due_date", "late_due_date"))
        if due is not None and late is not None and late < due:
            self.strange(f"{where}.late_due_date", "is before the due date and was not used")
            late = None
        return Dates(due, late)
