"""What Classroom 50 fetches beside its autograder.py: the students' own files, and the wall.

The platform hands the bundle to a job in the student's repository, whose workflow the student may edit. So all that
is in it counts as read by students: the public checks, the recorded reference and the engine. Whatever is secret stays
here; hidden numbers are for `softmark batch` on staff's own machine.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ..checks.errors import GraderFault
from ..classes import grader_bundle
from ..content.course import NO_HANDOUT, RECORDED, RIGHT_WAY, Course
from ..files.engine import SHIPPED
from . import public, zips
from .without_tasks import without_items

_COMMANDS = ("__init__.py", "cli.py", "behind_launcher.py", "grade.py")


def write(course: Course, folder: Path) -> Path:
    """The folder that goes to CLASSROOM/autograders/ASSIGNMENT; GraderFault rather than a secret in it."""
    if course.rubric.visibility != "open":
        raise GraderFault(
            f"Classroom 50 shows students everything at once, and the rubric's visibility is "
            f"{course.rubric.visibility}: set it to open, or take classroom50 out of platforms"
        )
    files = contents(course)
    if leaks := list(public.secrets_in(files, course)):
        raise GraderFault("students would read it, so there is no bundle: " + "; ".join(leaks[:10]))
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def contents(course: Course) -> dict[str, bytes]:
    """Path → bytes of everything in it."""
    shipped, tests = SHIPPED, course.given_folder / "public_tests"
    off = {ident for ident, mode in course.rubric.modes.items() if mode == "off"}
    files = {"autograder.py": (shipped / "classroom50" / "autograder.py").read_bytes()}
    files["setup.sh"] = (shipped / "gradescope" / "setup.sh").read_bytes()
    for name in ("engine", *(["torch"] if course.rubric.framework == "torch" else [])):
        files[f"requirements/{name}.txt"] = (shipped / "requirements" / f"{name}.txt").read_bytes()
    files["rubric.yaml"] = course.rubric_path.read_bytes()
    for path in sorted(course.graders.glob("*.py")):
        files[f"graders/{path.name}"] = without_items(path.read_text(encoding="utf-8"), off).encode()
    files |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in course.rubric.given}
    files |= {name: (tests / name).read_bytes() for name in (RECORDED, RIGHT_WAY)}
    if not course.has_handout:
        files[NO_HANDOUT] = b"reports of this course name docstrings instead\n"
    engine = {**grader_bundle.engine(), **zips.commands(_COMMANDS)}
    return {**files, **{f"softmark/{name}": data for name, data in engine.items()}}
