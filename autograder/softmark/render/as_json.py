"""Writes a grade as JSON for programs: what `softmark grade --json` prints, and `softmark batch --json` for everybody.

    {"submission": "ada", "status": "graded", "score": 96.4, "points": 100.0, "version": "0f3c…", "text": "…",
     "tasks": [{"id": "1.2", "title": "Scaled scores", "points": 4.0, "score": 0.4, "status": "failed",
                "names": ["scale.missing"], "line": {"file": "attention.py", "line": 12, "text": "…", "missing": false},
                "on_top_of": ["1.1"], "text": "…",
                "checks": [{"name": "TestScores.test_scaled", "title": "…", "public": false, "hidden": null}]}],
     "notes": {"student": ["…"], "staff": ["…"]}}

`score` is what counts, lateness included. `text` is what the student reads: above the tasks, and about each of them.
`names` are the known mistakes that were recognised, and `line` is null where none is shown; `missing` says that a step
is missing after it. `on_top_of` lists the tasks for which the reference stood in. A check passed (true), failed (false)
or could not be checked (null) on public and on hidden numbers; a set of numbers on which it was not run is left out.
`version` tells two graders apart.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from ..grading.check_result import CheckResult, by_check
from ..grading.result import ItemResult, Result
from .platforms import gradescope


def render(result: Result, submission: str) -> dict[str, Any]:
    """One grade as plain data; `submission` is whose it is."""
    document = gradescope.render(result)
    texts = {row["number"]: row["output"] for row in document["tests"]}
    ids = [item.id for item in result.items]
    return {
        "submission": submission,
        "status": result.status,
        "score": result.final,
        "points": result.points,
        "version": result.autograder,
        "text": document["output"],
        "tasks": [_task(item, texts.get(item.id, ""), ids) for item in result.items],
        "notes": {voice: list(result.notes_for(voice)) for voice in ("student", "staff")},
    }


def _task(item: ItemResult, text: str, ids: list[str]) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "points": item.points,
        "score": item.score,
        "status": item.status,
        "names": sorted({check.diagnosis for check in item.checks if check.diagnosis}),
        "line": _line(item),
        "on_top_of": _named_in(item.carried or "", ids),
        "text": text,
        "checks": [_check(name, group) for name, group in by_check(item.checks).items()],
    }


def _line(item: ItemResult) -> dict[str, Any] | None:
    if item.where is None:
        return None
    place = asdict(item.where)
    return {key: place[key] for key in ("file", "line", "text", "missing")}


def _named_in(sentence: str, ids: list[str]) -> list[str]:
    """The tasks that a sentence speaks of."""
    return [ident for ident in ids if re.search(rf"(?<![\w.]){re.escape(ident)}(?![\w]|\.\w)", sentence)]


def _check(name: str, group: list[CheckResult]) -> dict[str, Any]:
    return {"name": name, "title": group[0].title, **{check.phase: check.passed for check in group}}
