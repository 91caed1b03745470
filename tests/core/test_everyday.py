"""What every task promises is checked on the everyday case of each, and what that costs where the case is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.core.grade import grade
from softmark.core.judging import Judging
from softmark.core.program import Local
from softmark.core.result import Row
from softmark.running.collect import with_checks
from softmark.running.execute import Executor
from softmark.running.trusted import load
from tests.known_code import Lab

RUBRIC = """
name: sequences
title: Sequences
framework: numpy
term: this-term
files: [rows.py]
packages: [numpy]
items:
  - {id: "1.1", title: Centred, points: 4, file: rows.py, names: [centred]}
  - {id: "1.2", title: The last, points: 8, file: rows.py, names: [last]}
"""
RIGHT = """
def centred(x):
    return x - x.sum(axis=-2, keepdims=True) / x.shape[-2]

def last(x):
    return x[..., -1, :]
"""
GRADER = '''
from gradescope_utils.autograder_utils.decorators import number, weight
from softmark.checks import Case, require


class EveryFunction:
    thing = 2

    @weight(1.5)
    def test_leading_dimensions(self, everyday, same):
        """leading dimensions: none, one or several."""
        same(*everyday.answers(lambda part: part[1]))
        same(*everyday.answers(lambda part: part[None]))

    @weight(0.5)
    def test_kept(self, everyday):
        """kept: x is not changed."""
        require(everyday.case.made(everyday.student).observe(*everyday.case.inputs).changed == (), "x is changed")


@number("1.1")
class TestCentred(EveryFunction):
    def case(self, draw, weights):
        return Case("rows.centred", (draw(3, 4, 2),))

    @weight(1.5)
    def test_mean(self, student, draw, same):
        """mean: each column adds up to 0."""
        x = draw(*draw.sizes(3, low=4))
        same(student.rows.centred(x), x - x.mean(axis=1, keepdims=True))

    @weight(0.5)
    def test_one_token(self, student, draw, same):
        """one token: all zeros."""
        x = draw(2, 1, 5)
        same(student.rows.centred(x), 0 * x)


@number("1.2")
class TestLast(EveryFunction):
    def case(self, draw, weights):
        return Case("rows.last", (draw(3, 4, 2),))

    @weight(2)
    def test_last(self, student, draw, same):
        """last: the last row."""
        x = draw(*draw.sizes(3, low=4))
        same(student.rows.last(x), x[:, -1])
'''


@pytest.fixture
def graded(tmp_path: Path):
    files = {
        "autograder/rubric.yaml": RUBRIC,
        "autograder/graders/test_rows.py": GRADER,
        "solutions/reference/rows.py": RIGHT,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")

    def graded(code: str) -> dict[str, Row]:
        made: list[dict[str, Row]] = []

        def drive(checks):
            lab = Lab(Course.at(tmp_path), checks)
            bench = lab.known.bench(lab.numbers("key", checks))
            tasks = bench.assignment.tasks
            judging = Judging(bench, Local(Executor(load({"rows": code}))))
            made.append(grade(judging, tasks, lambda result: None).rows)

        with_checks(tmp_path / "autograder" / "graders", drive)
        return made[0]

    return graded


def labels(losses):
    return [loss.label for loss in losses]


def wrong_where(condition: str) -> str:
    """Right, but for the inputs of this kind."""
    return RIGHT.replace(
        "    return x -", f"    x = x + 0.0\n    if {condition}:\n        return x + 1\n    return x -"
    )


def test_a_label_that_is_lost_costs_its_weight_and_points_are_shared_in_the_same_proportions(graded):
    in_place = RIGHT.replace("    return x -", "    x *= 1\n    x += 1\n    return x -").replace(
        "    return x[", "    x[..., 0, :] = 0\n    return x["
    )
    rows = graded(in_place)
    assert {row.id: (row.score, labels(row.lost), labels(row.rest)) for row in rows.values()} == {
        "1.1": (3.5, ["kept"], []),
        "1.2": (7, ["kept"], []),
    }


def test_a_wrong_everyday_case_that_a_label_explains_costs_that_label_alone(graded):
    row = graded(wrong_where("x.shape[-1] == 2 or x.shape[-2] == 1"))["1.1"]
    assert (row.score, labels(row.lost), labels(row.rest)) == (3.5, ["one token"], [])
    assert [check.name for check in row.checks] == ["TestCentred.test_mean", "TestCentred.test_one_token"]


def test_where_nothing_explains_it_what_every_task_promises_is_not_earned(graded):
    row = graded(wrong_where("x.shape[-1] == 2"))["1.1"]
    assert (row.score, labels(row.lost), labels(row.rest)) == (2, [], ["leading dimensions", "kept"])
    assert [check.title for check in row.failed] == ["the everyday case"]


def test_nor_where_the_first_check_is_lost(graded):
    row = graded(RIGHT.replace("x - x.sum", "x - 2 * x.sum"))["1.1"]
    assert (row.score, labels(row.lost)) == (0, ["mean", "one token"])
    assert labels(row.rest) == ["leading dimensions", "kept"]


ONE_AT_A_TIME = "def centred(x):\n    return x - x.mean(axis=0)\n\ndef last(x):\n    return x[-1]\n"


def test_code_for_one_sequence_loses_leading_dimensions_and_nothing_else_two_points_in_all(graded):
    rows = graded(ONE_AT_A_TIME)
    assert {row.id: (row.score, labels(row.lost), labels(row.rest)) for row in rows.values()} == {
        "1.1": (2.5, ["leading dimensions"], []),
        "1.2": (7.5, ["leading dimensions"], []),
    }
    (failed,) = rows["1.1"].failed
    assert failed.says.startswith("your code works for one thing at a time, such as one sequence")


def test_the_first_check_decides_whether_code_is_for_one_sequence(graded):
    """Further mistakes are found as ever, also those that the first check finds in either form."""
    also = ONE_AT_A_TIME.replace("    return x -", "    if len(x) == 1:\n        return x\n    return x -")
    assert labels(graded(also)["1.1"].lost) == ["one token", "leading dimensions"]
    row = graded(ONE_AT_A_TIME.replace("x - x", "x - 2 * x"))["1.1"]
    assert labels(row.lost) == ["mean", "one token"] and labels(row.rest) == ["leading dimensions", "kept"]
    assert "the result is" in row.failed[0].says, "and not what a batch raises"
