"""Writes the result as JSON for programs: everything for staff, or only what a student may know."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ..content.rubric import Openness
from ..files.escape import plain
from ..grading.check_result import CheckResult
from ..grading.result import FORMAT, ItemResult, Result, Voice
from . import sentences


def render(result: Result, audience: Voice = "staff") -> dict[str, Any]:
    """Plain data. For staff it is what `Result.to_json` writes, plus the totals."""
    totals = {
        "score": result.score,
        "points": result.points,
        "bonus_score": result.bonus_score,
        "bonus_points": result.bonus_points,
        "final": result.final,
    }
    if audience == "staff":
        return {"format": FORMAT, **totals, **asdict(result)}
    about = {"format": FORMAT, "assignment": result.assignment, "title": result.title, "status": result.status}
    if sentences.veiled(result):
        return {**about, "notes": sentences.summary(result)}
    return {
        **about,
        **totals,
        "notes": sentences.circumstances(result),
        "items": [_item(item, result) for item in result.items],
    }


def to_json(result: Result, audience: Voice = "staff") -> str:
    """The same as text."""
    return json.dumps(render(result, audience), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _item(item: ItemResult, result: Result) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "points": item.points,
        "score": item.score,
        "bonus": item.bonus,
        "status": item.status,
        "verdict": sentences.verdict(item),
        "checks": [_check(check, result.hidden) for check in item.checks if check.for_students],
        "report": [line.text for line in sentences.report(item, result)],
    }


def _check(check: CheckResult, hidden: Openness) -> dict[str, Any]:
    return {
        "title": plain(check.title, limit=200),
        "phase": check.phase,
        "passed": check.passed,
        "message": "" if check.passed else plain(sentences.student_message(check, hidden), limit=800),
    }
