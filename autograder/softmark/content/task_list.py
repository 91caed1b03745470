"""The list of tasks as plain data: what the core needs to know of the rubric (core/assignment.py), and nothing hidden.

The build writes it down for students; a grade makes it of its own rubric.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..files.source import fingerprint_of_text
from .rubric import Item, Rubric

PYTHON = "3.10"
"""The oldest one that students' machines may have."""


def plain(rubric: Rubric, *, handout: bool = True, stubs: Mapping[str, str] | None = None) -> dict[str, Any]:
    """`handout`: whether students have one. `stubs`: file → its text as it is handed out, where anybody asks for it."""
    to_write = {item.file for item in rubric.items if item.mode == "task"}
    return {
        "assignment": rubric.name,
        "title": rubric.title,
        "python": PYTHON,
        "files": list(rubric.files),
        "stubs": {name: fingerprint_of_text(text) for name, text in (stubs or {}).items() if name in to_write},
        "given": list(rubric.given),
        "packages": list(rubric.packages),
        "hints": rubric.feedback.hints,
        "framework": rubric.framework,
        "handout": handout,
        "tasks": [_task(item) for item in rubric.items],
        "rules": {name: {**vars(rule)} for name, rule in rubric.rules.items()},
    }


def _task(item: Item) -> dict[str, Any]:
    return {key: value for key, value in vars(item).items() if key not in ("mode", "hours")}
