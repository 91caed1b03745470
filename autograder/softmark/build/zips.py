"""Writes the two zips: what students get, and what an instructor uploads. The same commit and salt give the same
bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..content import requirements as course_requirements
from ..content import salt
from ..content.course import Course
from ..files.engine import ENGINE, SHIPPED
from ..files.zips import below
from . import grader_bundle

EXECUTABLE = frozenset({"setup.sh", "run_autograder"})
_DECORATORS = b"gradescope_utils"
"""Graders that came from elsewhere may use its decorators; no other needs the package."""
COMMAND_FILES = ("__init__.py", "cli.py", "behind_launcher.py", "gradescope.py", "grade.py")
"""Two commands run from the zip: Gradescope's, and the one that writes for other platforms."""


def assignment(folder: Path) -> dict[str, bytes]:
    """What students get: assignment/ as it is, files at the root."""
    return {name: data for name, data in below(folder).items() if name != "submission.zip"}


def for_students(course: Course, beside: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """The students' zip, which unpacks into a folder, with what is handed out `beside` the code. The fingerprint says
    which autograder.zip it goes with."""
    mark = {f"public_tests/{salt.FINGERPRINT}": f"{course.fingerprint}\n".encode()}
    files = {**(beside or {}), **assignment(course.given_folder), **mark}
    return {f"{course.rubric.name}/{name}": data for name, data in files.items()}


def autograder(course: Course) -> dict[str, bytes]:
    """The instructor's zip: the platform's two entry points at the root, everything they need beside them."""
    files = {name: (SHIPPED / "gradescope" / name).read_bytes() for name in EXECUTABLE}
    files |= grader_bundle.of(course)
    files |= {f"softmark/{name}": data for name, data in commands(COMMAND_FILES).items()}
    return {**files, **requirements(course)}


def requirements(course: Course) -> dict[str, bytes]:
    """The lists of packages that a grade needs."""
    names = ["engine", *(["torch"] if course.rubric.framework == "torch" else [])]
    if any(_DECORATORS in path.read_bytes() for path in course.graders.glob("*.py")):
        names.append("decorators")
    lists = {f"requirements/{name}.txt": (SHIPPED / "requirements" / f"{name}.txt").read_bytes() for name in names}
    if own := course_requirements.read(course):
        lists["requirements/course.txt"] = "".join(f"{each.text}\n" for each in own).encode()
    return lists


def commands(names: Sequence[str]) -> dict[str, bytes]:
    """These files of the room of commands."""
    return {f"commands/{name}": (ENGINE / "commands" / name).read_bytes() for name in names}
