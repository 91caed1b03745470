"""The version of a grader: a digest of everything that can change a score; and apart from it that of its words.

A mistake that gets a name changes what students are told and nobody's points: such a class is not graded again for it.
The repository and the zip made from it have the same versions, whatever else lies beside them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..content import names, salt
from ..content.course import Course
from ..files.engine import ENGINE

DECIDING_ROOMS = (
    *("files", "checks", "running", "reading", "locating", "naming"),
    *("content", "questions", "sandbox", "grading", "policy"),
)
"""What decides a score. The other rooms start grades or read them: a new page must not regrade a class."""


def autograder_version(course: Course) -> str:
    """Of the rubric, the salt, the graders, the reference, the given files and the engine."""
    return _digest(_parts(course))


def texts_version(course: Course) -> str:
    """Of the known mistakes and of the names that staff gave."""
    parts = _below("misconceptions", course.misconceptions_folder)
    named = [(names.FILE, course.names_path)] if course.names_path.exists() else []
    return _digest((*parts, *named))


def _digest(parts: Iterable[tuple[str, Path]]) -> str:
    digest = hashlib.sha256()
    for name, path in parts:
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _below(title: str, folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*.py")):
        yield f"{title}/{path.relative_to(folder).as_posix()}", path


def _parts(course: Course) -> Iterator[tuple[str, Path]]:
    yield "rubric.yaml", course.rubric_path
    if course.salt_path.exists():
        yield salt.FILE, course.salt_path
    yield from _below("graders", course.graders)
    for room in DECIDING_ROOMS:
        yield from _below(f"softmark/{room}", ENGINE / room)
    for name in course.rubric.files:
        if (course.reference_folder / name).exists():
            yield f"reference/{name}", course.reference_folder / name
    for name in course.rubric.given:
        if (course.given_folder / name).exists():
            yield f"given/{name}", course.given_folder / name
