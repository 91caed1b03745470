"""Reads what the platform says about a submission: when it was handed in, by whom, what was due when, and what came
before.

Nothing in here may stop a grade. Every field may be missing or strange; what cannot be used is left out and told to
staff, and the policies that needed it do nothing.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from ..content.dates import moment, on_clock
from ..content.yaml_places import Located, Where, parse, shown
from .dates import NO_DATES, Dates

SIZE_LIMIT = 16 << 20
"""Bytes: the latest results are inside, and they may be long."""
PLACES_LIMIT = 64 << 10
"""Characters: in a longer text, looking for the line of a problem would take longer than the grade."""
MOST_NOTES = 20
MOST_USERS = 200
MOST_EARLIER = 5000


def folded(text: str) -> str:
    """For comparing people: case, accents' encoding and runs of blanks do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@dataclass(frozen=True)
class Identity:
    """What a person is found by; either may be missing."""

    email: str = ""
    sid: str = ""


@dataclass(frozen=True)
class Previous:
    """An earlier submission of the same people."""

    handed_in: datetime
    failed: bool = False
    """The grader failed: it counts as no attempt."""
    score: float | None = None
    autograder: str | None = None
    """Version of the grader that gave this score; the platform tells only for the latest."""


@dataclass(frozen=True)
class Metadata:
    """The part of submission_metadata.json that policies use."""

    created_at: datetime | None = None
    assignment: Dates = NO_DATES
    members: tuple[Dates, ...] = ()
    """One for each person who handed in; an unknown date is the assignment's."""
    people: tuple[Identity, ...] = ()
    """The same people."""
    previous: tuple[Previous, ...] = ()
    """In the order of time, and all before this one."""
    notes: tuple[str, ...] = ()
    """What was strange, for staff."""

    def on_clock(self, zone: tzinfo | None) -> Metadata:
        """The same with every hand-in as a clock in that zone shows it."""
        return replace(
            self,
            created_at=on_clock(self.created_at, zone) if self.created_at else None,
            previous=tuple(replace(each, handed_in=on_clock(each.handed_in, zone)) for each in self.previous),
        )


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
    members, people = [], []
    for i, user in users:
        people.append(_identity(user))
        own = user.get("assignment") if isinstance(user, dict) else None
        place: Where = ("users", i, "assignment")
        members.append(desk.dates(desk.mapping(own, place) if own is not None else {}, place))
    previous = desk.previous(top.get("previous_submissions"), created)
    strange = tuple(_placed(desk.found, data, file, text))
    return Metadata(created, dates, tuple(members), tuple(people), tuple(previous), strange)


def _identity(user: object) -> Identity:
    fields = user if isinstance(user, dict) else {}
    email, sid = (fields.get(name) for name in ("email", "sid"))
    return Identity(*(str(text) if isinstance(text, (str, int)) else "" for text in (email, sid)))


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

    def previous(self, value: object, created: datetime | None) -> Iterable[Previous]:
        """The earlier submissions, sorted. Later ones are left out: a submission graded again must meet the same
        past."""
        found = []
        for i, entry in self.entries(value, ("previous_submissions",), MOST_EARLIER):
            where: Where = ("previous_submissions", i)
            holder = self.mapping(entry, where)
            when = self.moment(holder, (*where, "submission_time"))
            if when is None:
                if isinstance(entry, dict):
                    self.strange(where, "has no time and was not counted")
            elif created is None or when < created:
                failed, score = holder.get("autograder_error") is True, amount(holder.get("score"))
                found.append(Previous(when, failed, score, graded_by(holder.get("results"))))
        return sorted(found, key=lambda each: each.handed_in)


def amount(value: object) -> float | None:
    """A score, also where a platform writes it as text."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and number >= 0 else None


def graded_by(results: object) -> str | None:
    """The version of the grader behind the score in an earlier results.json of ours; None if it does not say."""
    for step in ("extra_data", "softmark", "counted", "autograder"):
        results = results.get(step) if isinstance(results, dict) else None
    return results if isinstance(results, str) and 0 < len(results) <= 64 else None
