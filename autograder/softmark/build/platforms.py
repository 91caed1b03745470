"""Writes the files that the rubric's platforms ask for. render/platforms/ says, for each, what they are."""

from __future__ import annotations

import shutil
from pathlib import Path

from ..checks.errors import GraderFault
from ..content.course import NO_HANDOUT, RECORDED, RIGHT_WAY, Course
from ..files.engine import SHIPPED
from ..render import platforms
from ..render.platforms.kit import Kit, is_program
from . import grader_bundle, public, zips
from .without_tasks import without_items

_COMMANDS = ("__init__.py", "cli.py", "behind_launcher.py", "grade.py")


def write(course: Course, out: Path) -> list[str]:
    """Everything below `out`; a line for each platform that something was written for."""
    return [line for name in course.rubric.platforms if (line := write_one(course, name, out))]


def write_one(course: Course, name: str, out: Path) -> str:
    """What one platform is given; empty where that is nothing but autograder.zip."""
    platform = platforms.module(name)
    if not hasattr(platform, "package"):
        return ""
    files: dict[str, bytes] = platform.package(_kit(course))
    tops = {Path(path).parts[0] for path in files}
    for top in tops:
        if (out / top).is_dir():
            shutil.rmtree(out / top)
    for path, data in files.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
        (out / path).chmod(0o755 if is_program(data) else 0o644)
    return f"{', '.join(str(out / top) for top in sorted(tops))}: {platform.ABOUT}"


def _kit(course: Course) -> Kit:
    return Kit(course.rubric, lambda: _grader(course), lambda: open_grader(course))


def _grader(course: Course) -> dict[str, bytes]:
    files = {name: data for name, data in zips.autograder(course).items() if name != "run_autograder"}
    return {**files, **{f"softmark/{name}": data for name, data in zips.commands(_COMMANDS).items()}}


def open_grader(course: Course) -> dict[str, bytes]:
    """The files of a grader that uses public numbers alone; GraderFault if a secret is in them."""
    files = _open_files(course)
    if leaks := list(public.secrets_in(files, course)):
        raise GraderFault("students would read it, so there is no bundle: " + "; ".join(leaks[:10]))
    return files


def _open_files(course: Course) -> dict[str, bytes]:
    tests = course.given_folder / "public_tests"
    off = {ident for ident, mode in course.rubric.modes.items() if mode == "off"}
    files = {"setup.sh": (SHIPPED / "gradescope" / "setup.sh").read_bytes(), **zips.requirements(course)}
    files["rubric.yaml"] = course.rubric_path.read_bytes()
    for path in sorted(course.graders.glob("*.py")):
        files[f"graders/{path.name}"] = without_items(path.read_text(encoding="utf-8"), off).encode()
    files |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in course.rubric.given}
    lines = [RIGHT_WAY] if course.rubric.shows_lines_at_home else []
    files |= {name: (tests / name).read_bytes() for name in (RECORDED, *lines)}
    if not course.has_handout:
        files[NO_HANDOUT] = b"reports of this course name docstrings instead\n"
    engine = {**grader_bundle.engine(), **zips.commands(_COMMANDS)}
    return {**files, **{f"softmark/{name}": data for name, data in engine.items()}}
