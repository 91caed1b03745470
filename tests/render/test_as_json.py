"""The documented JSON of a grade: what programs may rely on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from softmark.content.rubric_reader import load_rubric
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Note, Result, Where, blank
from softmark.render import as_json
from softmark.render.platforms import gradescope
from tests.mini_course import COURSE
from tests.rows import row_with

PASSED = CheckResult("TestMean.test_dtype", "dtype: any.", passed=True)
FAILED = CheckResult("TestMean.test_all", "values: the mean of each row.", passed=False, diagnosis="mean.wrong_axis")


def graded(*checks: CheckResult, **more: Any) -> Result:
    result = blank(load_rubric(COURSE / "autograder/rubric.yaml"))
    result = result.with_item(row_with(result.item("1.2"), checks, **more))
    return result.with_notes(Note("staff", "for us"), Note("student", "for you"))


def test_a_grade_says_of_each_task_what_it_earned_and_why() -> None:
    place = Where("scale.py", 5, "return x", sign="values")
    carried = "graded on top of a correct `mean`; yours is still wrong in 1.1"
    told = as_json.render(graded(FAILED, PASSED, where=place, carried=carried, on_top_of=("1.1",)), "ada")
    assert (told["submission"], told["score"], told["points"]) == ("ada", 3.0, 10.0)
    assert told["notes"] == {"student": ["for you"], "staff": ["for us"]}
    task = told["tasks"][1]
    assert (task["id"], task["status"], task["names"]) == ("1.2", "failed", ["mean.wrong_axis"])
    assert task["line"] == {"file": "scale.py", "line": 5, "text": "return x", "missing": False}
    assert task["on_top_of"] == ["1.1"]
    assert task["checks"] == [
        {"name": "TestMean.test_all", "title": "values: the mean of each row.", "passed": False, "shown": "public"},
        {"name": "TestMean.test_dtype", "title": "dtype: any.", "passed": True, "shown": "public"},
    ]
    assert json.loads(json.dumps(told)) == told


def test_what_only_hidden_numbers_show_says_so_and_what_was_not_reached_is_null() -> None:
    checks = replace(FAILED, phase="hidden"), replace(PASSED, passed=None)
    told = as_json.render(graded(*checks), "ada")["tasks"][1]["checks"]
    assert [(check["passed"], check["shown"]) for check in told] == [(False, "hidden"), (None, "public")]


def test_the_text_is_the_one_that_the_student_reads_on_the_platform() -> None:
    result = graded(FAILED)
    told, shown = as_json.render(result, "ada"), gradescope.render(result)
    assert told["text"] == shown["output"]
    assert [task["text"] for task in told["tasks"]] == [row["output"] for row in shown["tests"]]
    assert "for us" not in told["text"]
