"""Says what the students' zip holds; the instructor's is the frozen grader. The same commit and salt give the same
bytes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..content import salt
from ..content.course import Course
from ..files.zips import below


def assignment(folder: Path) -> dict[str, bytes]:
    """What students get: assignment/ as it is, files at the root."""
    return {name: data for name, data in below(folder).items() if name != "submission.zip"}


def for_students(course: Course, beside: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """The students' zip, which unpacks into a folder, with what is handed out `beside` the code. The fingerprint says
    which autograder.zip it goes with."""
    mark = {f"public_tests/{salt.FINGERPRINT}": f"{course.fingerprint}\n".encode()}
    files = {**(beside or {}), **assignment(course.given_folder), **mark}
    return {f"{course.rubric.name}/{name}": data for name, data in files.items()}
