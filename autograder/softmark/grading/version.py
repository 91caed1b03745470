"""Computes the version of a grader: a digest of everything that can change a score; and apart from it that of its
words.

A hint in other words changes what students are told and nobody's points: such a class is not graded again for it.
Nor is one for another late policy or date: these are applied whenever a grade is read.
The repository and the grader frozen from it have the same versions, whatever else lies beside them. They are worked out
from the files each time and kept nowhere: whoever edits a frozen grader has another one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from ..content import hidden_draws, salt
from ..content.course import Course
from ..files.engine import ENGINE
from ..running import recording as recorded

DECIDING_ROOMS = (
    *("files", "checks", "running", "core", "locating"),
    *("content", "sandbox", "grading"),
)
"""What decides a score. The other rooms start grades or read them: a new page must not regrade a class."""

NO_PART_OF_A_GRADE = ("late", "dates", "handout")
"""Keys of the rubric that say when, and what lateness costs: worked out from a grade whenever it is read. And those of
a text that no grade reads."""


def autograder_version(course: Course) -> str:
    """Of the rubric, the salt, the graders, the reference, the given files and the engine."""
    rubric = {key: value for key, value in asdict(course.rubric).items() if key not in NO_PART_OF_A_GRADE}
    return _digest(_parts(course), json.dumps(rubric))


def texts_version(course: Course) -> str:
    """Of the known mistakes."""
    return _digest(_below("wrong", course.mistakes_folder))


def stamp(course: Course) -> dict[str, str]:
    """What a recording on hidden numbers fits: this grader, and these known mistakes."""
    return {"grader": autograder_version(course), "texts": texts_version(course)}


def fitting_recording(course: Course) -> Path | None:
    """What the build recorded on hidden numbers, if it fits the course as it is now."""
    path = course.hidden_recording_path
    if not path.exists():
        return None
    kept = recorded.made_from(path)
    return path if stamp(course).items() <= kept.items() else None


def _digest(parts: Iterable[tuple[str, Path]], said: str = "") -> str:
    """Of files, and of what else is said."""
    digest = hashlib.sha256(said.encode())
    for name, path in parts:
        data = path.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:16]


def _below(title: str, folder: Path) -> Iterator[tuple[str, Path]]:
    found = [name.split("/") for name in _python_files(str(folder))]
    for parts in sorted(found):  # of hundreds of files for each grade: a Path each would take longer than to read them
        yield f"{title}/{'/'.join(parts)}", folder.joinpath(*parts)


def _python_files(folder: str, before: str = "") -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _python_files(entry.path, f"{before}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield before + entry.name


def _parts(course: Course) -> Iterator[tuple[str, Path]]:
    if course.salt_path.exists():
        yield salt.FILE, course.salt_path
    if course.hidden_draws_path.exists():
        yield hidden_draws.FILE, course.hidden_draws_path
    yield from _below("graders", course.graders)
    yield "softmark/bank.py", ENGINE / "bank.py"
    for room in DECIDING_ROOMS:
        yield from _below(f"softmark/{room}", ENGINE / room)
    for name in course.rubric.files:
        if (course.reference_folder / name).exists():
            yield f"reference/{name}", course.reference_folder / name
    for name in course.rubric.given_and_data:
        if (course.given_folder / name).exists():
            yield f"given/{name}", course.given_folder / name
