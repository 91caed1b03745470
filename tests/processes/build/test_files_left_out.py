"""A shorter assignment: a file that is left out of `files:` takes its tasks away."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from softmark.build import build
from softmark.files.problem import Problem
from tests.mini_course import COURSE, edit


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return shutil.copytree(COURSE, tmp_path / "course")


SHORTER = ("files: [stats.py, scale.py]", "files: [stats.py]"), ("total: 10\n", "")


@pytest.mark.slow
def test_the_tasks_of_a_file_that_is_left_out_go_with_it(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(course, *SHORTER)
    assert build.run(course, course / "dist", False, True) == 0
    said = capsys.readouterr().out
    assert "left out (mode off, or their file is not in `files`): 1.2" in said
    assert "✓ the reference itself lost nothing: 4 points" in said and ", and is named" in said
    with zipfile.ZipFile(course / "dist" / "assignment.zip") as archive:
        inside = [name.removeprefix("mini-scaling/") for name in archive.namelist()]
        tasks = json.loads(archive.read("mini-scaling/public_tests/tasks.json"))
    assert "stats.py" in inside and "scale.py" not in inside
    assert [(task["id"], task["points"]) for task in tasks["tasks"]] == [("1.1", 4)]


def test_a_file_that_nobody_has_is_a_slip_and_not_a_shorter_assignment(course: Path) -> None:
    edit(course, ("file: scale.py", "file: scael.py"), ("total: 10\n", ""))
    with pytest.raises(Problem, match=r"items\[1\.2\]\.file: scael\.py is neither in files nor in"):
        build.run(course, course / "dist", True, False)


def test_a_task_that_needs_one_that_is_left_out_is_told(course: Path) -> None:
    edit(course, ("files: [stats.py, scale.py]", "files: [scale.py]"), ("total: 10\n", ""))
    with pytest.raises(Problem, match=r"1\.1 is off: make it given, or turn 1\.2 off as well"):
        build.run(course, course / "dist", True, False)
