"""A check that checks nothing is told to whoever wrote it, with its line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from softmark.build import audit
from softmark.checks.errors import GraderFault
from softmark.content import empty_checks
from softmark.content.course import Course
from tests.mini_course import COURSE

RIGHT = """
import pytest
from gradescope_utils.autograder_utils.decorators import number


def a_row(draw, student=None):
    return draw(3)


@pytest.fixture
def rows(student):
    return student


@number("1.1")
class TestProduct:
    @pytest.mark.parametrize(("n", "m"), [(2, 3)])
    def test_product(self, student, draw, same, n, m):
        same(student.numbers.product(a_row(draw)), n)

    def test_rows(self, rows):
        pass
"""


def graders(folder: Path, text: str, name: str = "test_numbers.py") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_checks_as_they_should_be_are_left_in_peace(tmp_path: Path) -> None:
    empty_checks.hold(graders(tmp_path, RIGHT))


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "def test_product",
            "def tset_product",
            18,
            "tset_product never runs: nothing calls it, and the name of a check begins with test_",
        ),
        (
            "class TestProduct",
            "class Product",
            16,
            "the checks of class Product never run: its name must begin with Test",
        ),
        (
            "student, draw, same, n, m",
            "studnet, draw, same, n, m",
            18,
            "test_product asks for studnet, and there is no such fixture: did you mean student?",
        ),
        (
            "self, rows",
            "self, draw",
            21,
            "test_rows asks nothing of the student's code: a check has `student` among its arguments",
        ),
    ],
)
def test_a_slip_of_the_pen_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    folder = graders(tmp_path, RIGHT.replace(old, new))
    with pytest.raises(GraderFault) as told:
        empty_checks.hold(folder)
    assert str(told.value) == f"{folder / 'test_numbers.py'}:{line}: {says}"


def test_a_file_that_is_never_collected(tmp_path: Path) -> None:
    with pytest.raises(GraderFault, match=r"a file that is never collected: call it test_numbers\.py"):
        empty_checks.hold(graders(tmp_path, RIGHT, "numbers.py"))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("collections.Counter", None),
        ("numpy.linalg.norm", None),
        ("ndarray.mean", None),
        ("list.sort", None),
        ("scipy.stats.mode", None),
        ("numpy.maen", "there is no numpy.maen, so this forbids nothing: numpy has no maen: did you mean mean?"),
        ("ndarray.meen", "there is no ndarray.meen, so this forbids nothing: numpy.ndarray has no meen"),
        ("math.fsun", "there is no math.fsun, so this forbids nothing: math has no fsun: did you mean fsum?"),
    ],
)
def test_a_rule_about_a_function_that_does_not_exist(call: str, says: str | None) -> None:
    rubric = SimpleNamespace(rules={"means": SimpleNamespace(calls=(call,))})
    found = [said for _, _, said in empty_checks.unknown_calls(rubric)]  # type: ignore[arg-type]
    assert [said.startswith(says or "") for said in found] == ([True] if says else [])


def test_an_audit_of_a_name_that_nobody_has_is_not_clean() -> None:
    with pytest.raises(GraderFault, match="--only nobody: no known answer has a name that begins so"):
        audit.run(Course.at(COURSE), COURSE, only=["nobody"])
