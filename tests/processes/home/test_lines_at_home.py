"""The line of a wrong value at home: shown for the answer of a known mistake, or left to the platform altogether."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from softmark.build import student_folder
from softmark.content.course import Course
from tests.policy.platform import course_with

RIGHT, BY_VARIANCE = "spread = np.sqrt(mean(centred**2))", "spread = mean(centred**2)"


def at_home(course: Course, wrong: str) -> str:
    """What check.py says about a wrong `standardise`."""
    student_folder.write(course, course.given_folder)
    for path in course.reference_folder.glob("*.py"):
        shutil.copy(path, course.given_folder / path.name)
    scale = course.given_folder / "scale.py"
    text = scale.read_text(encoding="utf-8")
    assert RIGHT in text
    scale.write_text(text.replace(RIGHT, wrong), encoding="utf-8")
    command = [sys.executable, "check.py", "1.2", "--plain"]
    done = subprocess.run(command, cwd=course.given_folder, capture_output=True, text=True, encoding="utf-8")
    return " ".join(done.stdout.split())


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course.at(course_with(tmp_path, ""))


def test_a_known_mistake_in_numpy_is_shown_its_line(course: Course) -> None:
    told = at_home(course, BY_VARIANCE)
    line = 1 + course.reference["scale"].splitlines().index("    return centred / spread[:, None]")
    assert f"line {line} of scale.py is the first whose result is not what this task needs" in told


def test_an_answer_that_no_known_mistake_gives_is_shown_none(course: Course) -> None:
    told = at_home(course, f"{RIGHT} * 1.37")
    assert "what this task needs" not in told and "platform" not in told


def test_where_nothing_is_said_of_mistakes_nothing_travels(tmp_path: Path) -> None:
    course = Course.at(course_with(tmp_path, "feedback: {hints: off}\n"))
    assert "what this task needs" not in at_home(course, BY_VARIANCE)
    assert not (course.given_folder / "public_tests" / "right_way.safetensors").exists()
    assert course.ways_path.exists() and course.given_folder not in course.ways_path.parents


def test_a_file_that_travelled_before_is_taken_back(course: Course) -> None:
    student_folder.write(course, course.given_folder)
    travelled = course.given_folder / "public_tests" / "right_way.safetensors"
    assert travelled.exists()
    text = course.rubric_path.read_text(encoding="utf-8") + "feedback: {hints: off}\n"
    course.rubric_path.write_text(text, encoding="utf-8")
    closed = Course.at(course.rubric_path.parents[1])
    student_folder.write(closed, closed.given_folder)
    assert not travelled.exists() and closed.ways_path.exists()
