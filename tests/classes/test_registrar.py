"""Terms drawn at random: the engine and a second program that shares no line with it agree to the cent."""

from __future__ import annotations

import csv
import io
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from softmark.classes import counting, grades, lists
from softmark.classes.export import opened
from softmark.classes.journal import Journal
from softmark.content.rubric_reader import parse_rubric
from softmark.policy.dates import zone_of
from tests.classes.made_up import graded
from tests.classes.registrar import Registrar
from tests.policy.term import RUBRIC

POINTS = {"1.1": 60, "1.2": 40, "1.3": 10}
ZONES = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata")
DUE = ("2026-10-23 23:59", "2026-10-24 23:59", "2026-10-31 23:59", "2027-03-12 23:59", "2027-03-27 23:59")
"""Around the nights in which clocks are changed, too."""
SHM = Path("/dev/shm")
"""Hundreds of journals that reach the disk take minutes of waiting."""


@dataclass
class Term:
    rubric: dict[str, Any]
    listed: dict[str, Any]
    worth: dict[str, dict[str, Decimal]]
    extensions: list[list[str]]
    overrides: list[list[str]]


def late_rules() -> st.SearchStrategy[dict[str, Any]]:
    some: dict[str, Any] = {
        "grace_minutes": st.sampled_from([0, 10]),
        "free_days": st.integers(0, 3),
        "most_percent": st.sampled_from([50, 100]),
        "closed": st.sampled_from(["accept", "zero"]),
    }
    percent = st.sampled_from([1, 10, 12.5, 33.33])
    return st.fixed_dictionaries({"per": st.sampled_from(["day", "hour"]), "percent": percent}, optional=some)


@st.composite
def terms(draw: st.DrawFn) -> Term:
    zone, due = ZoneInfo(draw(st.sampled_from(ZONES))), datetime.fromisoformat(draw(st.sampled_from(DUE)))
    dates = {"timezone": zone.key, "due": f"{due:%Y-%m-%d %H:%M}", "late_due": f"{due + timedelta(3):%Y-%m-%d %H:%M}"}
    term = Term({"late": draw(late_rules()), "dates": dates}, {}, {}, [], [])
    names = iter(f"student{number}" for number in range(20))
    later = st.integers(-1, 6).map(lambda days: f"{due + timedelta(days):%Y-%m-%d %H:%M}")
    for number in range(draw(st.integers(1, 4))):
        at = due.replace(tzinfo=zone).astimezone(timezone.utc) + timedelta(seconds=draw(st.integers(-4000, 900_000)))
        people = [_person(draw, next(names), later, zone, term) for _ in range(draw(st.integers(1, 3)))]
        term.listed[f"submission_{number}"] = {":submitters": people, ":created_at": f"{at:%Y-%m-%dT%H:%M:%SZ}"}
        term.worth[f"submission_{number}"] = {
            task: Decimal(draw(st.integers(0, 4 * points))) / 4 for task, points in POINTS.items()
        }
    return term


def _person(draw: st.DrawFn, name: str, later: st.SearchStrategy[str], zone: ZoneInfo, term: Term) -> dict[str, Any]:
    person: dict[str, Any] = {":name": name, ":email": f"{name}@x.edu"}
    if draw(st.booleans()):
        own = datetime.fromisoformat(draw(later)).replace(tzinfo=zone).astimezone(timezone.utc)
        person[":assignment"] = {":due_date": f"{own:%Y-%m-%dT%H:%M:%SZ}"}
    if draw(st.booleans()):
        term.extensions.append([person[":email"], draw(later)])
    kinds = {"1.1": "12.5", "1.3": "0", "total": draw(st.sampled_from(["+2", "-1.5", "EX"])), "late": "3"}
    for task in draw(st.sets(st.sampled_from(sorted(kinds)), max_size=2)):
        term.overrides.append([person[":email"], task, kinds[task]])
    return person


def write(term: Term, folder: Path) -> None:
    """As people see and write it."""
    (folder / "export").mkdir()
    (folder / "export" / "submission_metadata.yml").write_text(yaml.safe_dump(term.listed), encoding="utf-8")
    (folder / "rubric.yaml").write_text(RUBRIC + yaml.safe_dump(term.rubric), encoding="utf-8")
    for ident in term.listed:
        (folder / "export" / ident).mkdir()
    for name, head, rows in (
        ("extensions", ["student", "due"], term.extensions),
        ("overrides", ["student", "task", "score"], term.overrides),
    ):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([head, *rows])


def ours(term: Term, folder: Path) -> dict[str, Decimal | None]:
    """The scores of grades.csv."""
    rubric = parse_rubric((folder / "rubric.yaml").read_text(encoding="utf-8"))
    with opened(folder / "export", zone=zone_of(rubric)) as export, Journal(folder, write=True) as journal:
        journal.enlist(export.entries)
        for entry in export.entries:
            worth = {task: float(points) for task, points in term.worth[entry.id].items()}
            journal.record(entry, entry.id, graded(worth, POINTS), {}, grader="g", texts="t", now="2026-12-01T00:00Z")
        counting.count(journal, lists.read_all(folder, zone_of(rubric)), rubric)
        lines = csv.DictReader(io.StringIO(grades.grades_csv(journal)))
        return {line["name"]: Decimal(line["score"]) if line["score"] else None for line in lines}


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(term=terms())
def test_two_programs_agree_to_the_cent(term: Term) -> None:
    with tempfile.TemporaryDirectory(dir=SHM if SHM.is_dir() else None) as name:
        folder = Path(name)
        write(term, folder)
        assert ours(term, folder) == Registrar(folder, term.worth).scores
