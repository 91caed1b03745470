"""Works out the grades of a class by itself: a second program, which shares no line with the engine.

It reads what people see and write: the list in the platform's export, the rubric, and the lists of staff. What each
submission earns in each task it is told. Everything else is arithmetic of its own, from the words of the guides.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import yaml

Worth = Mapping[str, Mapping[str, Decimal]]
"""Submission → task → points."""
Person = Mapping[str, Any]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


class Registrar:
    """The class as it should be, from a folder of files."""

    def __init__(self, folder: Path, worth: Worth) -> None:
        self.rules = yaml.safe_load((folder / "rubric.yaml").read_text(encoding="utf-8"))
        self.zone = ZoneInfo(self.rules["dates"]["timezone"])
        self.late = {"grace_minutes": 0, "free_days": 0, "most_percent": 100, "closed": "accept", **self.rules["late"]}
        self.extensions = {row["student"]: row for row in rows_of(folder / "extensions.csv")}
        self.overrides = rows_of(folder / "overrides.csv")
        listed = yaml.safe_load((folder / "export" / "submission_metadata.yml").read_text(encoding="utf-8"))
        self.scores: dict[str, Decimal | None] = {}
        for ident, body in listed.items():
            for person in body[":submitters"]:
                self.scores[person[":name"]] = self.score(person, body, worth[ident])

    def score(self, person: Person, body: Mapping[str, Any], worth: Mapping[str, Decimal]) -> Decimal | None:
        """What one person gets; None: no number."""
        mine = {row["task"]: row["score"] for row in self.overrides if row["student"] == person[":email"]}
        if mine.get("total") == "EX":
            return None
        rows = {task: Decimal(mine.get(task, points)) for task, points in worth.items()}
        earned = sum(rows.values(), Decimal(0))
        dates = [self.dates(member) for member in body[":submitters"]]
        taken = cents(earned * self.percent(dates, when(body[":created_at"])) / 100)
        if "late" in mine:
            taken = min(Decimal(mine["late"]), earned)
        return max(Decimal(0), earned - taken + Decimal(mine.get("total", 0)))

    def dates(self, person: Person) -> tuple[datetime, datetime]:
        """When one person's work was due, and until when late work was taken: both as the clock on the wall shows."""
        due, last = (self.local(self.rules["dates"][key]) for key in ("due", "late_due"))
        if ":assignment" in person:
            due, last = moved(due, last, self.local(person[":assignment"][":due_date"]))
        given = self.extensions.get(person[":email"], {})
        if given.get("due"):
            due, last = moved(due, last, self.local(given["due"]))
        return due, last

    def local(self, text: str | datetime) -> datetime:
        """A moment as the course's clock shows it."""
        if isinstance(text, datetime) or text.endswith("Z"):
            return when(text).astimezone(self.zone).replace(tzinfo=None)
        return datetime.fromisoformat(text)

    def instant(self, wall: datetime) -> datetime:
        return wall.replace(tzinfo=self.zone).astimezone(timezone.utc)

    def percent(self, dates: list[tuple[datetime, datetime]], at: datetime) -> Decimal:
        """What is taken off."""
        due = max(due for due, _ in dates)
        last = max(due, *(last for _, last in dates))
        grace = timedelta(minutes=self.late["grace_minutes"])
        if self.late["closed"] == "zero" and at > self.instant(last) + grace:
            return Decimal(100)
        if at <= self.instant(due) + grace:
            return Decimal(0)
        passed = at - self.instant(due)
        by_clock = at.astimezone(self.zone).replace(tzinfo=None) - due
        if self.late["per"] == "hour":
            count, free = max(1, math.ceil(passed / HOUR)), 24 * self.late["free_days"]
        else:
            count, free = max(1, math.ceil(min(passed, by_clock) / DAY)), self.late["free_days"]
        whole = max(0, count - free) * Decimal(str(self.late["percent"]))
        return min(whole, Decimal(str(self.late["most_percent"])))


def moved(due: datetime, last: datetime, mine: datetime) -> tuple[datetime, datetime]:
    """Somebody's own due date: late work is taken for as long after it as after everybody's."""
    return mine, last if mine <= due else mine + (last - due)


def rows_of(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def when(text: str | datetime) -> datetime:
    moment = text if isinstance(text, datetime) else datetime.fromisoformat(text.replace("Z", "+00:00"))
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)
