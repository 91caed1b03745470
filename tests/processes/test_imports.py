"""The floor plan: rooms by job, one direction. CONTRIBUTING.md shows it; these tests keep it."""

from __future__ import annotations

import os
import subprocess
import sys

from softmark.build import rooms as rooms_of_students
from softmark.policy import version
from tests.mini_course import ROOT

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


def test_a_course_in_plain_python_needs_no_numpy_at_home() -> None:
    """Every file that students get is imported where NumPy is not installed."""
    rooms = rooms_of_students.FOR_STUDENTS + rooms_of_students.FOR_QUESTIONS
    names = [f"softmark.{room}.{file.stem}" for room in rooms for file in (ENGINE / room).glob("[a-z]*.py")]
    code = f"import sys; sys.modules['numpy'] = None; import importlib; [importlib.import_module(n) for n in {names}]"
    assert _loaded_by(f"{code}; print('numpy.linalg' in sys.modules)") == ["False"]
