"""What Classroom 50 fetches beside its autograder.py: the students' own files, and the wall.

The platform hands the bundle to a job in the student's repository, whose workflow the student may edit. So all that
is in it counts as read by students: the public checks, the recorded reference and the engine. Whatever is secret stays
here; hidden numbers are for `softmark batch` on staff's own machine.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from ..checks.errors import GraderFault
from ..content import zips
from ..content.course import NO_HANDOUT, RECORDED, RIGHT_WAY, Course
from .without_tasks import without_items

_COMMANDS = ("__init__.py", "cli.py", "behind_launcher.py", "grade.py")
_SHORT = 40
"""Characters. A solution of one line that is shorter may stand anywhere by accident."""


def write(course: Course, folder: Path) -> Path:
    """The folder that goes to CLASSROOM/autograders/ASSIGNMENT; GraderFault rather than a secret in it."""
    if course.rubric.visibility != "open":
        raise GraderFault(
            f"Classroom 50 shows students everything at once, and the rubric's visibility is "
            f"{course.rubric.visibility}: set it to open, or take classroom50 out of platforms"
        )
    files = contents(course)
    refuse_secrets(course, files)
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def contents(course: Course) -> dict[str, bytes]:
    """Path → bytes of everything in it."""
    shipped, public = zips.SHIPPED, course.given_folder / "public_tests"
    off = {ident for ident, mode in course.rubric.modes.items() if mode == "off"}
    files = {"autograder.py": (shipped / "classroom50" / "autograder.py").read_bytes()}
    files["setup.sh"] = (shipped / "gradescope" / "setup.sh").read_bytes()
    for name in ("engine", *(["torch"] if course.rubric.framework == "torch" else [])):
        files[f"requirements/{name}.txt"] = (shipped / "requirements" / f"{name}.txt").read_bytes()
    files["rubric.yaml"] = course.rubric_path.read_bytes()
    for path in sorted(course.graders.glob("*.py")):
        files[f"graders/{path.name}"] = without_items(path.read_text(encoding="utf-8"), off).encode()
    files |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in course.rubric.given}
    files |= {name: (public / name).read_bytes() for name in (RECORDED, RIGHT_WAY)}
    if not course.has_handout:
        files[NO_HANDOUT] = b"reports of this course name docstrings instead\n"
    return {**files, **{f"softmark/{name}": data for name, data in zips.engine(_COMMANDS).items()}}


def refuse_secrets(course: Course, files: Mapping[str, bytes]) -> None:
    """GraderFault that names the file and what is in it that students must not read."""
    secrets = {"the salt": course.salt, "the key of the hidden numbers": course.hidden_key()}
    solutions = _solutions(course)
    for name, data in files.items():
        for what, secret in secrets.items():
            if secret.encode() in data:
                raise GraderFault(f"the bundle would show students {what}, in {name}: take it out of that file")
        lines = _packed(data.decode("utf-8", "replace"))
        for task, solution in solutions.items():
            if solution in lines:
                raise GraderFault(f"the bundle would show students the solution of {task}, in {name}: take it out")


def _solutions(course: Course) -> dict[str, str]:
    """Task → the lines that students write there, for each that they do write."""
    found = {}
    for text in course.reference.values():
        for region in re.finditer(r"(?ms)^\s*# BEGIN SOLUTION (\S+)[^\n]*\n(.*?)^\s*# END SOLUTION", text):
            packed = _packed(region[2])
            if course.rubric.modes.get(region[1]) == "task" and (len(packed) > _SHORT or packed.count("\n") > 2):
                found[f"{region[1]}"] = packed
    return found


def _packed(text: str) -> str:
    """Lines without their indentation and without empty ones, each between two line ends."""
    return "\n" + "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"
