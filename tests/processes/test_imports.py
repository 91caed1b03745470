"""What a process has loaded: nothing that may not be there, and nothing that takes long to import."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from softmark.build.rooms import for_students
from softmark.content.course import Course
from softmark.grading import version
from tests.mini_course import COURSE, ROOT, frozen

ENGINE = ROOT / "autograder" / "softmark"


def _loaded_by(code: str) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(ENGINE.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_what_workers_are_forked_from_has_loaded_no_room_that_knows_a_secret() -> None:
    """Salt, graders, recordings and results are read by other rooms, after the fork."""
    code = "import sys; from softmark.sandbox.launcher import WORKER_MODULES, importlib; "
    loaded = _loaded_by(f"{code}[importlib.import_module(name) for name in WORKER_MODULES]; print(*sys.modules)")
    rooms = {name.split(".")[1] for name in loaded if name.startswith("softmark.")}
    assert "sandbox" in rooms and not rooms & {"content", "grading", "policy", "classes", "build", "commands"}


def test_grading_loads_no_room_that_only_reads_grades() -> None:
    """The grader's version counts the rooms that decide; what it leaves out must decide nothing."""
    asked = "softmark.grading.grade, softmark.grading.intake.submission, softmark.sandbox.worker"
    code = f"import sys, {asked}; print(*sys.modules)"
    loaded = _loaded_by(code)
    used = {name.split(".")[1] for name in loaded if name.startswith("softmark.")}
    assert used <= {*version.DECIDING_ROOMS, "bank"}


def test_a_grade_does_without_the_library_that_checks_rubrics(tmp_path: Path) -> None:
    """The build has checked this one, and importing that library takes longer than many a task."""
    folder = frozen(shutil.copytree(COURSE, tmp_path / "course"))
    code = f"""
import sys; from pathlib import Path
import softmark.commands.grade, softmark.grading.grade_submission, softmark.render.outbox
from softmark.content.course import Course
print(Course.frozen(Path({str(folder)!r})).rubric.total, "pydantic" in sys.modules)
"""
    assert _loaded_by(code) == [str(Course.at(COURSE).rubric.total), "False"]


def test_students_can_import_the_whole_file_they_get_without_numpy_and_without_the_rest_of_the_engine(
    tmp_path: Path,
) -> None:
    """A course in plain Python needs no NumPy at home."""
    packed = tmp_path / "softmark.pyz"
    packed.write_bytes(for_students())
    names = [name.removesuffix(".py").replace("/", ".") for name in zipfile.ZipFile(packed).namelist()]
    modules = [name.removesuffix(".__init__") for name in names if name.startswith("softmark.")]
    code = f"import sys, importlib; sys.path.insert(0, {str(packed)!r}); sys.modules['numpy'] = None; "
    loaded = _loaded_by(f"{code}[importlib.import_module(name) for name in {modules}]; print(*sys.modules)")
    assert len(modules) > 50 and set(modules) <= set(loaded) and "numpy.linalg" not in loaded
