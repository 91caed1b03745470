"""The floor plan: rooms by job, one direction. CONTRIBUTING.md shows it; these tests keep it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from softmark.build import rooms as rooms_of_students
from softmark.content.course import Course
from softmark.policy import version
from softmark.policy.version import keep_meanings
from tests.mini_course import COURSE, ROOT

ENGINE = ROOT / "autograder" / "softmark"


def _loaded_by(code: str) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(ENGINE.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    return done.stdout.split()


def test_the_face_of_checks_brings_no_weight() -> None:
    """The worker and check.py use single files of the room: pytest and numpy must not come with them."""
    code = "import sys, softmark.checks.errors, softmark.reading.rules.forbidden; print(*sys.modules)"
    loaded = _loaded_by(code)
    assert "softmark.checks" in loaded and not {"pytest", "numpy", "torch"} & set(loaded)


def test_grading_loads_no_room_that_only_reads_grades() -> None:
    """The grader's version counts the rooms that decide; what it leaves out must decide nothing."""
    asked = "softmark.grading.grade, softmark.grading.intake.submission, softmark.sandbox.worker"
    code = f"import sys, {asked}; print(*sys.modules)"
    loaded = _loaded_by(code)
    used = {name.split(".")[1] for name in loaded if name.startswith("softmark.")}
    assert used <= set(version.DECIDING_ROOMS)


def test_a_grade_does_without_the_library_that_checks_rubrics(tmp_path: Path) -> None:
    """The build has checked this one, and importing that library takes longer than many a task."""
    root = tmp_path / "course"
    shutil.copytree(COURSE, root)
    keep_meanings(Course.at(root))
    code = f"""
import sys; from pathlib import Path
import softmark.commands.grade, softmark.grading.grade_submission, softmark.render.outbox
from softmark.content.course import Course
print(Course.at(Path({str(root)!r})).rubric.total, "pydantic" in sys.modules)
"""
    assert _loaded_by(code) == [str(Course.at(COURSE).rubric.total), "False"]


def test_a_course_in_plain_python_needs_no_numpy_at_home() -> None:
    """Every file that students get is imported where NumPy is not installed."""
    rooms = rooms_of_students.FOR_STUDENTS + rooms_of_students.FOR_QUESTIONS
    names = [f"softmark.{room}.{file.stem}" for room in rooms for file in (ENGINE / room).glob("[a-z]*.py")]
    code = f"import sys; sys.modules['numpy'] = None; import importlib; [importlib.import_module(n) for n in {names}]"
    assert _loaded_by(f"{code}; print('numpy.linalg' in sys.modules)") == ["False"]
