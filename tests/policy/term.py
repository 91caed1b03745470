"""A term in miniature: a rubric with policies, submissions with dates, and what a student gets to read."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

from softmark.content.rubric import Rubric
from softmark.content.rubric_reader import parse_rubric
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Result, blank
from softmark.policy.decide import Policy, decide
from softmark.policy.platform_metadata import understood

DUE = "2026-11-14T23:59:00.000000-08:00"
VERSION = "0123456789abcdef"

RUBRIC = """\
name: mini
title: Two small functions
term: spring
framework: numpy
total: 100
files: [first.py]
items:
  - {id: "1.1", title: Double, points: 60, file: first.py, names: [double]}
  - {id: "1.2", title: Train, points: 40, file: first.py, names: [train], slow: true}
  - {id: "1.3", title: More, points: 10, bonus: true, file: first.py, names: [more]}
"""


@lru_cache
def rubric(policies: str = "") -> Rubric:
    return parse_rubric(RUBRIC + policies)


def metadata(at: str = "2026-11-14T20:00:00-08:00", **changes: Any) -> dict[str, Any]:
    """What the platform says about a submission handed in at that moment."""
    return {
        "id": 1,
        "created_at": at,
        "assignment": {"due_date": DUE, "late_due_date": None, "title": "Mini", "total_points": "100.0"},
        "users": [{"email": "ada@example.edu", "id": 1, "name": "Ada"}],
        "previous_submissions": [],
        **changes,
    }


def student(due: str | None = None, late_due: str | None = None) -> dict[str, Any]:
    """Somebody who handed in, with an extension where a date is given."""
    own = {"assignment": {"due_date": due, "late_due_date": late_due}} if due else {}
    return {"email": "s@example.edu", "id": 2, "name": "S", **own}


def policy(rules: str, about: dict[str, Any], *, now: str = "2026-11-14T21:00:00-08:00") -> Policy:
    clock = datetime.fromisoformat(now).astimezone(timezone.utc)
    return decide(rubric(rules), understood(about), autograder=VERSION, now=clock)


def earned(points: float, rules: str = "") -> Result:
    """A finished grade of so many points; bonus first counts on top of 100."""
    result = blank(rubric(rules))
    for row in result.items:
        score = min(row.points, points)
        points -= score
        checks = (CheckResult("a", "It works.", "hidden", score == row.points),)
        status = "passed" if score == row.points else "failed"
        result = result.with_item(replace(row, score=score, status=status, checks=checks))
    return replace(result, status="graded")


def graded(rules: str, points: float, about: dict[str, Any]) -> Result:
    """The result of work that earned so much, as it counts."""
    return policy(rules, about).applied(earned(points, rules))


def text(document: dict[str, Any]) -> str:
    """Everything that a results.json shows to students."""
    rows = "\n".join(json.dumps(row, ensure_ascii=False) for row in document["tests"])
    return document["output"] + "\n" + rows
