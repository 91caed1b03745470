"""Works out the grades of a class by itself: a second program, which shares no line with the engine.

It reads what people see and write: the list in the platform's export, the rubric, the roster and the lists of staff.
What each program earns in each task it is told. Everything else is arithmetic of its own, from the words of the guides.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import yaml

Worth = Mapping[str, Mapping[str, Decimal]]
"""Submission → task → points."""
MINUTE = timedelta(minutes=1)
NEVER = datetime.max.replace(tzinfo=timezone.utc)


@dataclass
class Student:
    """One person, as the registrar is to read them."""

    sid: str
    name: str
    email: str
    section: str
    submission: str = ""
    state: str = "missing"
    """missing, graded, or excused"""
    score: Decimal | None = None
    penalty: Decimal = Decimal(0)
    slips: int = 0


@dataclass
class Work:
    """One submission."""

    ident: str
    people: list[dict[str, Any]]
    at: datetime
    history: list[dict[str, Any]]
    rows: dict[str, Decimal] = field(default_factory=dict)
    penalty: Decimal = Decimal(0)
    slips: int = 0
    late: bool = False
    standing: bool = False
    """An earlier attempt counts."""
    final: Decimal = Decimal(0)


class Registrar:
    """The class as it should be, from a folder of files."""

    def __init__(
        self, folder: Path, worth: Worth, mistakes: Mapping[str, set[str]], *, out: str = "out", any_version: str = ""
    ) -> None:
        """`mistakes`: submission → named mistakes in 1.1. `any_version`: the grader whose earlier scores count; empty:
        all do."""
        self.rules = yaml.safe_load((folder / "course" / "autograder" / "rubric.yaml").read_text(encoding="utf-8"))
        self.zone = ZoneInfo(self.rules["dates"]["timezone"])
        self.points = {item["id"]: Decimal(str(item["points"])) for item in self.rules["items"]}
        self.version = any_version
        staff = folder / out
        self.overrides = rows_of(staff / "overrides.csv")
        self.extensions = {row["student"]: row for row in rows_of(staff / "extensions.csv")}
        self.slip_left = {
            row["student"]: int(row["days"]) - int(row["hw1"] or 0) for row in rows_of(folder / "slip_days.csv")
        }
        self.mistakes = mistakes
        self.works = [self.work(ident, body) for ident, body in self.listed(folder)]
        for work in self.works:
            work.rows = dict(worth[work.ident])
            self.judge(work)
        self.students = {row["SID"]: Student(row["SID"], row["Name"], row["Email"], row["Section"])
                         for row in rows_of(folder / "roster.csv")}  # fmt: skip
        self.settle()

    # --- reading --------------------------------------------------------------------------------------------

    def listed(self, folder: Path) -> list[tuple[str, dict[str, Any]]]:
        text = (folder / "export" / "submission_metadata.yml").read_text(encoding="utf-8")
        return list(yaml.safe_load(text).items())

    def work(self, ident: str, body: dict[str, Any]) -> Work:
        return Work(ident, body[":submitters"], when(body[":created_at"]), body[":history"])

    def local(self, text: str) -> datetime:
        return datetime.fromisoformat(text).replace(tzinfo=self.zone)

    # --- dates ----------------------------------------------------------------------------------------------

    def dates(self, person: Mapping[str, Any]) -> tuple[datetime, datetime]:
        """When one person's work was due, and until when late work was taken."""
        due, last = self.local(self.rules["dates"]["due"]), self.local(self.rules["dates"]["late_due"])
        window = last.replace(tzinfo=None) - due.replace(tzinfo=None)
        if ":assignment" in person:
            due = when(person[":assignment"][":due_date"]).astimezone(self.zone)
            last = (due.replace(tzinfo=None) + window).replace(tzinfo=self.zone)
        given = self.extensions.get(person[":email"]) or self.extensions.get(person[":sid"]) or {}
        if given.get("until"):
            due = self.local(given["until"])
            last = (due.replace(tzinfo=None) + window).replace(tzinfo=self.zone)
        if given.get("late_until"):
            last = self.local(given["late_until"])
        return due, last

    def days_late(self, work: Work, at: datetime) -> int:
        """Days that have begun, by the clock on the wall; −1: too late to count."""
        both = [self.dates(person) for person in work.people]
        due, last = max(due for due, _ in both), max(last for _, last in both)
        grace = self.rules["late"]["grace_minutes"] * MINUTE
        if instant(at) > instant(last) + grace:
            return -1
        if instant(at) <= instant(due) + grace:
            return 0
        wall = at.astimezone(self.zone).replace(tzinfo=None) - due.replace(tzinfo=None)
        return max(1, math.ceil(wall / timedelta(days=1)))

    def cost(self, work: Work, at: datetime, earned: Decimal, waived: bool) -> tuple[Decimal, int]:
        """Points that lateness takes, and slip days that it takes."""
        days = 0 if waived else self.days_late(work, at)
        if days < 0:
            return earned, 0
        left = max(self.slip_left.get(person[":sid"], 0) for person in work.people)
        slips = min(days, left)
        late = self.rules["late"]
        percent = min((days - slips) * late["percent"], late["most_percent"])
        return cents(earned * percent / 100), slips

    # --- one submission -------------------------------------------------------------------------------------

    def lines(self, work: Work) -> list[dict[str, str]]:
        names = {work.ident} | {person[key] for person in work.people for key in (":sid", ":email")}
        return [line for line in self.overrides if line["student"] in names]

    def judge(self, work: Work) -> None:
        lines = self.lines(work)
        own = {line["item"]: line["points"] for line in lines}
        for line in self.overrides:
            mistake = line["student"].removeprefix("mistake:")
            meant = line["student"].startswith("mistake:") and mistake in self.mistakes.get(work.ident, ())
            if meant and line["item"] not in own:
                work.rows[line["item"]] = max(work.rows[line["item"]], Decimal(line["points"]))
        for item, points in own.items():
            if item in self.points and points not in ("", "excuse"):
                work.rows[item] = Decimal(points)
        excused = [item for item, points in own.items() if item in self.points and points == "excuse"]
        rest = [item for item in self.points if item not in excused]
        share = sum(work.rows[item] for item in rest) / sum(self.points[item] for item in rest)
        for item in excused:
            work.rows[item] = cents(share * self.points[item])
        waived = "late" in own
        earned = sum(work.rows.values(), Decimal(0))
        work.late = self.days_late(work, work.at) != 0
        work.penalty, work.slips = self.cost(work, work.at, earned, waived)
        added = own.get("total", "")
        added = "" if added == "excuse" else added.replace("add ", "+")
        work.final = max(Decimal(0), earned - work.penalty + (Decimal(added) if added else 0))
        self.look_back(work, waived)

    def look_back(self, work: Work, waived: bool) -> None:
        """The best of all attempts counts; beyond the limit none is graded."""
        limit, graded = self.rules["attempts"]["limit"], []
        for attempt in sorted(work.history, key=lambda attempt: when(attempt[":created_at"])):
            if not attempt.get(":autograder_error") and len(graded) < limit:
                graded.append(attempt)
        scores = []
        for attempt in graded:
            ours = attempt[":results"]["extra_data"]["softmark"]
            if not self.version or ours["autograder"] == self.version:
                earned = Decimal(str(ours["counted"]["earned"]))
                scores.append(earned - self.cost(work, when(attempt[":created_at"]), earned, waived)[0])
        best = max(scores, default=None)
        if len(graded) >= limit or (best is not None and best > work.final):
            work.standing, work.final = True, best or Decimal(0)

    # --- people ---------------------------------------------------------------------------------------------

    def settle(self) -> None:
        for work in sorted(self.works, key=lambda work: instant(work.at)):
            for person in work.people:
                known = self.students.setdefault(
                    person[":sid"], Student(person[":sid"], person[":name"], person[":email"], "")
                )
                known.submission, known.state, known.score = work.ident, "graded", work.final
                known.name = person[":name"]
                known.penalty = Decimal(0) if work.standing else work.penalty
                mine = 0 if work.standing else work.slips
                known.slips = min(mine, self.slip_left.get(person[":sid"], 0))
        for student in self.students.values():
            if student.state == "missing":
                student.score = Decimal(0) if self.rules["late"]["missing"] == "zero" else None
            excuses = [line for line in self.overrides if (line["item"], line["points"]) == ("total", "excuse")]
            if any(line["student"] in (student.sid, student.email) for line in excuses):
                student.state, student.score, student.penalty, student.slips = "excused", None, Decimal(0), 0

    @property
    def counted(self) -> list[Work]:
        """The submissions that are somebody's grade."""
        theirs = {student.submission for student in self.students.values() if student.state == "graded"}
        return [work for work in self.works if work.ident in theirs]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def when(text: str | datetime) -> datetime:
    if isinstance(text, datetime):
        return text if text.tzinfo else text.replace(tzinfo=timezone.utc)
    return datetime.fromisoformat(text)


def instant(moment: datetime) -> datetime:
    return moment.astimezone(timezone.utc)


def cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)


def shown(value: Decimal | None) -> str:
    """As a grade file writes it."""
    return "" if value is None else f"{cents(value):f}".rstrip("0").rstrip(".")
