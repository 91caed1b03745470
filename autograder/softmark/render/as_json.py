"""Writes a grade as JSON for programs: what `softmark grade --json` prints, and `softmark batch --json` for everybody.

    {"submission": "ada", "status": "graded", "score": 96.4, "points": 100.0, "version": "0f3c…", "text": "…",
     "tasks": [{"id": "1.2", "title": "Scaled scores", "points": 4.0, "score": 0.4, "status": "failed",
                "names": ["scale.missing"], "line": {"file": "attention.py", "line": 12, "text": "…", "missing": false},
                "on_top_of": ["1.1"], "text": "…",
                "checks": [{"name": "TestScores.test_scaled", "title": "…", "passed": false, "shown": "public"}]}],
     "notes": {"student": ["…"], "staff": ["…"]}}

`score` is what counts, lateness included. `text` is what the student reads: above the tasks, and about each of them.
`names` are the known mistakes that were recognised, and `line` is null where none is shown; `missing` says that a step
is missing after it. `on_top_of` lists the tasks for which the reference stood in. A check passed (true), failed (false)
or could not be checked (null); `shown` says which numbers show its failure: public, hidden (the public ones pass), or
unseen (it was not made on public ones).
`version` tells two graders apart.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..grading.result import ItemResult, Result
from .platforms import gradescope


def render(result: Result, submission: str) -> dict[str, Any]:
    """One grade as plain data; `submission` is whose it is."""
    document = gradescope.render(result)
    texts = {row["number"]: row["output"] for row in document["tests"]}
    return {
        "submission": submission,
        "status": result.status,
        "score": result.final,
        "points": result.points,
        "version": result.autograder,
        "text": document["output"],
        "tasks": [_task(item, texts.get(item.id, "")) for item in result.items],
        "notes": {voice: list(result.notes_for(voice)) for voice in ("student", "staff")},
    }


def _task(item: ItemResult, text: str) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "points": item.points,
        "score": item.score,
        "status": item.status,
        "names": sorted({check.diagnosis for check in item.checks if check.diagnosis}),
        "line": _line(item),
        "on_top_of": list(item.on_top_of),
        "text": text,
        "checks": [
            {"name": check.name, "title": check.title, "passed": check.passed, "shown": check.phase}
            for check in item.checks
        ],
    }


def _line(item: ItemResult) -> dict[str, Any] | None:
    if item.where is None:
        return None
    place = asdict(item.where)
    return {key: place[key] for key in ("file", "line", "text", "missing")}
