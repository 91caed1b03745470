"""The version of a grader: a digest of everything that can change a score.

The repository and the zip made from it have the same version, whatever else lies beside them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from . import salt
from .course import Course

DECIDING_ROOMS = ("checks", "content", "sandbox", "grading", "policy")
"""What decides a score. The other rooms start grades or read them: a new page must not regrade a class."""
_ENGINE = Path(__file__).resolve().parents[1]


def autograder_version(course: Course) -> str:
    """Of the rubric, the salt, the graders, the reference, the known mistakes, the given files and the engine."""
    digest = hashlib.sha256()
    for name, path in _parts(course):
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _parts(course: Course) -> Iterator[tuple[str, Path]]:
    yield "rubric.yaml", course.rubric_path
    if course.salt_path.exists():
        yield salt.FILE, course.salt_path
    folders = {"graders": course.graders, "misconceptions": course.misconceptions_folder}
    folders |= {f"softmark/{room}": _ENGINE / room for room in DECIDING_ROOMS}
    for title, folder in folders.items():
        for path in sorted(folder.rglob("*.py")):
            yield f"{title}/{path.relative_to(folder).as_posix()}", path
    for name in course.rubric.files:
        if (course.reference_folder / name).exists():
            yield f"reference/{name}", course.reference_folder / name
    for name in course.rubric.given:
        if (course.given_folder / name).exists():
            yield f"given/{name}", course.given_folder / name
