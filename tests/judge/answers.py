"""What a grade makes of each submission: read from the documented JSON, and nothing else."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .handed_in import Submission
from .workshop import Workshop

Facts = dict[str, Any]
"""Kind of fact → what is the case."""
Section = dict[str, Facts]
"""What the facts are about → the facts."""


def graded(shop: Workshop, submissions: Iterable[Submission], course: str, *options: str) -> Section:
    """All of them, graded as a class."""
    names = {}
    place = Path(tempfile.mkdtemp(prefix="softmark-judge-"))
    try:
        for one in submissions:
            one.write(place / "class")
            names[one.folder] = one.name
        found: Section = {}
        for told in shop.batch(place / "class", course, *options):
            found |= facts(names.pop(told["submission"], told["submission"]), told)
        return found | {name: {"status": "no grade"} for name in names.values()}
    finally:
        shutil.rmtree(place, ignore_errors=True)


def facts(name: str, told: Mapping[str, Any]) -> Section:
    """Of one grade: what is said of the whole, and of each task."""
    whole = {
        "status": told["status"],
        "score": told["score"],
        "notes": sorted(text for texts in told["notes"].values() for text in texts),
        "text": digest(told["text"]),
    }
    return {name: whole, **{f"{name} {task['id']}": _of_task(task) for task in told["tasks"]}}


def _of_task(task: Mapping[str, Any]) -> Facts:
    return {
        "score": task["score"],
        "status": task["status"],
        "name": task["names"],
        "line": _line(task["line"]),
        "carried": task["on_top_of"],
        "check": sorted(check["name"] for check in task["checks"] if not _passed(check)),
        "label": digest("\n".join(check["title"] for check in task["checks"])),
        "text": digest(task["text"]),
    }


def _passed(check: Mapping[str, Any]) -> bool:
    """Whatever numbers show that it did not: an older tree tells of public and hidden ones apart."""
    return check["passed"] is True if "passed" in check else all(check.get(on, True) for on in ("public", "hidden"))


def _line(place: Mapping[str, Any] | None) -> str:
    """Without its number: the same line stands elsewhere where a docstring above it has changed."""
    if place is None:
        return ""
    missing = " (a step is missing after it)" if place["missing"] else ""
    return f"{place['file']}: {place['text'].strip()}{missing}"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""
