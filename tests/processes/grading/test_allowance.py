"""What one grade may take in all: time is capped by what is left, and patience runs out with experience."""

import shutil

import pytest

from tests.mini_course import COURSE, RIGHT, grade


@pytest.fixture
def short(tmp_path):
    course = shutil.copytree(COURSE, tmp_path / "course")
    rubric = course / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    assert "limits:" in text
    kept = [
        line for line in text.splitlines() if line.strip().partition(":")[0] not in ("call_seconds", "total_seconds")
    ]
    limits = "limits:\n  call_seconds: 2\n  total_seconds: 2"
    rubric.write_text("\n".join(kept).replace("limits:", limits) + "\n", encoding="utf-8")
    return course


def test_a_call_that_would_outlast_the_grade_ends_with_it_and_is_not_called_wrong(short, tmp_path):
    found = grade(tmp_path, course=short, stats="import time\ndef mean(x):\n    time.sleep(1000)\n")
    assert found.result["status"] == "out_of_time"
    assert "there was no time left for this" in found.text("1.1")
    assert "did not finish" not in found.text("1.1")


def test_a_function_that_ends_its_process_in_two_checks_is_not_called_again(tmp_path):
    found = grade(tmp_path / "in", stats="import os\ndef mean(x):\n    os._exit(1)\n")
    assert found.statuses["1.1"] == "failed"
    told = [check["message"] for check in found.item("1.1")["checks"] if check["phase"] == "public"]
    assert told[:2] == ["your code ended the process that ran it (a crash, an exit, or too much memory)"] * 2
    assert "stats.mean ended the process that ran it again and again, and was not called any more" in told[2:]


TWO_CLASSES = """
class Half:
    def __call__(self, x):
        return x / 2

class Third:
    def __call__(self, x):
        return x / 3
"""
CHECKS_OF_CLASSES = """
import pytest
from softmark.checks.marks import item

@item("1.1")
class TestClasses:
    @pytest.mark.parametrize("name", ["Half", "Half ", "Half  ", "Third"])
    def test_class(self, student, reference, draw, same, name):
        x = draw(2, 3)
        same(getattr(student.stats, name.strip())()(x), getattr(reference.stats, name.strip())()(x))
"""


def test_a_loop_in_one_class_costs_no_other(tmp_path):
    """Objects have numbers on the wire; who ran out of time is remembered by the name of the class all the same."""
    course = shutil.copytree(COURSE, tmp_path / "course")
    right = RIGHT["stats.py"] + TWO_CLASSES
    (course / "solutions" / "reference" / "stats.py").write_text(right, encoding="utf-8")
    rubric = course / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    rubric.write_text(text.replace("call_seconds: 1", "call_seconds: 0.3"), encoding="utf-8")
    (course / "autograder" / "graders" / "test_classes.py").write_text(CHECKS_OF_CLASSES, encoding="utf-8")
    found = grade(tmp_path, course=course, stats=right.replace("return x / 2", "while True: pass"))
    checks = {check["name"]: check for check in found.item("1.1")["checks"] if check["phase"] == "public"}
    assert checks["TestClasses.test_class[Third]"]["passed"] is True
    assert checks["TestClasses.test_class[Half]"]["passed"] is False
    assert "stats.Half" in checks["TestClasses.test_class[Half  ]"]["message"]
    assert "not called again" in checks["TestClasses.test_class[Half  ]"]["message"]
