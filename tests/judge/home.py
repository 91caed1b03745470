"""What check.py says about a submission, in the folder that students get."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .answers import Facts, Section
from .handed_in import Course, Submission
from .workshop import Workshop

USUAL = 150
"""So many answers are checked at home where nobody asks for all of them."""
ATTEMPTS = Path("public_tests/.attempts.json")
"""Where help comes in stages, what was tried before: asked like this, check.py says all it knows."""


def spread(found: Sequence[Submission], most: int) -> list[Submission]:
    """At most so many, from all over the list, always the same ones."""
    return list(found) if len(found) <= most else [found[number * len(found) // most] for number in range(most)]


def checked(shop: Workshop, submissions: Sequence[Submission], workers: int) -> Section:
    """Each of them checked once, whole."""
    with ThreadPoolExecutor(workers) as several:
        found: Section = {}
        for said in several.map(lambda one: _checked(shop, one), submissions):
            found |= said
        return found


def _checked(shop: Workshop, one: Submission) -> Section:
    place = Path(tempfile.mkdtemp(prefix="softmark-judge-home-"))
    try:
        folder = Path(shutil.copytree(shop.root / "assignment", place / "work"))
        for name, text in one.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        if (folder / ATTEMPTS.parent).is_dir():
            (folder / ATTEMPTS).write_text(json.dumps({task: ["a", "b"] for task in _tasks(shop)}), encoding="utf-8")
        done = shop.run([sys.executable, "check.py", "--json"], folder)
        return _facts(one.name, done.returncode, done.stdout)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _tasks(shop: Workshop) -> list[str]:
    return list(dict.fromkeys(Course(shop.root).owners.values()))


def _facts(name: str, code: int, printed: str) -> Section:
    try:
        told: dict[str, Any] = json.loads(printed)
    except ValueError:
        return {name: {"exit code": code, "status": "no JSON"}}
    return {name: {"exit code": code}, **{f"{name} {task['id']}": _of_task(task) for task in told["tasks"]}}


def _of_task(task: dict[str, Any]) -> Facts:
    mistake = task.get("mistake")
    return {
        "status": task["state"],
        "name": mistake["name"] if isinstance(mistake, dict) else mistake,
        "waits": task.get("waits_for") or [],
        "check": [check.get("name") or check["check"] for check in task["checks"] if not check["passed"]],
    }
