"""A task that is off leaves no trace in what students get: stubs, docstrings, tests, counts, files."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from softmark.build import student_folder
from softmark.build.without_tasks import without_items
from softmark.content import yaml_places
from softmark.content.course import Course
from softmark.content.rubric_reader import parse_rubric

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = {"generate", "train", "forward"}
"""Names that are also words."""


@cache
def without(*off: str) -> tuple[Course, dict[str, str]]:
    """The real assignment with some tasks off: what students would get."""
    course = Course.at(ROOT)
    data = yaml_places.read(course.rubric_path).data
    for item in data["items"]:
        item["mode"] = "off" if item["id"] in off else item.get("mode", "task")
    course.__dict__["rubric"] = parse_rubric(yaml.safe_dump({**data, "total": None}))
    found = student_folder.texts(course)
    return course, found


ALSO = [("1.1",), ("1.7",), ("2.3",), ("4.6",)]


@pytest.mark.parametrize("off", [("4.4", "4.5", "4.6"), *(pytest.param(off, marks=pytest.mark.slow) for off in ALSO)])
def test_nothing_that_students_get_speaks_of_a_task_that_is_off(off: tuple[str, ...]) -> None:
    course, texts = without(*off)
    words = [re.escape(ident) + r"(?!\d)" for ident in off]
    for ident in off:
        names = {name.rpartition(".")[2] for name in course.rubric.item(ident).names}
        words += [rf"{name}\(" if name in ENGLISH else rf"{name}\b" for name in names - {"forward"}]
    told = re.compile(rf"(?<![\w.(])({'|'.join(words)})")  # in brackets stand points: mix (1.7)
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if told.search(line) and "student.probes" not in line
    ]
    assert found == []
    for name, text in texts.items():
        if name.endswith(".py"):
            ast.parse(text)


def test_a_file_all_of_whose_tasks_are_off_is_not_handed_out() -> None:
    course, texts = without("4.4", "4.5", "4.6")
    assert "train.py" not in texts and "public_tests/test_train.py" not in texts
    assert "train.py" not in course.rubric.files and "train.py" not in texts["public_tests/tasks.json"]
    assert "train" not in course.reference and course.rubric.total == 85


def test_helpers_that_only_a_removed_check_needed_go_with_it() -> None:
    text = '''"""Two tasks.

    1.1  double   stands alone
    1.2  halve    calls 1.1
"""

import math

from gradescope_utils.autograder_utils.decorators import number

LIMIT = 3


def _deeper(x):
    return math.floor(x)


# only for the second
def helper(x):
    return _deeper(x) + LIMIT


@number("1.1")
class TestDouble:
    def test_it(self, student):
        """It doubles."""


@number("1.2")
class TestHalve:
    def test_it(self, student):
        """It halves."""
        helper(student)
'''
    left = without_items(text, {"1.2"})
    for word in ("1.2", "halve", "Halve", "helper", "_deeper", "LIMIT", "math", "second"):
        assert word not in left, word
    assert (
        "TestDouble" in left
        and "1.1  double" in left
        and "from gradescope_utils.autograder_utils.decorators import number" in left
    )
    assert without_items(text, {"1.1", "1.2"}) == "" and without_items(text, ()) == text
