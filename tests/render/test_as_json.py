"""The documented JSON of a grade: what programs may rely on."""

from __future__ import annotations

import json
from dataclasses import replace

from softmark.content.rubric_reader import load_rubric
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Note, Result, Where, blank
from softmark.render import as_json
from softmark.render.platforms import gradescope
from tests.mini_course import COURSE

PASSED = CheckResult("TestMean.test_all", "The mean of each row.", "hidden", True)
FAILED = CheckResult("TestMean.test_all", "The mean of each row.", "public", False, diagnosis="mean.wrong_axis")


def graded(*checks: CheckResult, where: Where | None = None, carried: str | None = None) -> Result:
    result = blank(load_rubric(COURSE / "autograder/rubric.yaml"))
    row = replace(result.item("1.2").judged(checks, carried=carried), where=where)
    return result.with_item(row).with_notes(Note("staff", "for us"), Note("student", "for you"))


def test_a_grade_says_of_each_task_what_it_earned_and_why() -> None:
    place = Where("scale.py", 5, "return x", sign="values")
    carried = "graded on top of a correct `mean`; yours is still wrong in 1.1"
    told = as_json.render(graded(FAILED, PASSED, where=place, carried=carried), "ada")
    assert (told["submission"], told["score"], told["points"]) == ("ada", 0.0, 10.0)
    assert told["notes"] == {"student": ["for you"], "staff": ["for us"]}
    task = told["tasks"][1]
    assert (task["id"], task["status"], task["names"]) == ("1.2", "failed", ["mean.wrong_axis"])
    assert task["line"] == {"file": "scale.py", "line": 5, "text": "return x", "missing": False}
    assert task["on_top_of"] == ["1.1"]
    assert task["checks"] == [
        {"name": "TestMean.test_all", "title": "The mean of each row.", "public": False, "hidden": True}
    ]
    assert json.loads(json.dumps(told)) == told


def test_a_set_of_numbers_that_was_not_run_is_left_out_and_what_was_not_reached_is_null() -> None:
    (check,) = as_json.render(graded(replace(PASSED, passed=None)), "ada")["tasks"][1]["checks"]
    assert check == {"name": "TestMean.test_all", "title": "The mean of each row.", "hidden": None}


def test_the_text_is_the_one_that_the_student_reads_on_the_platform() -> None:
    result = graded(FAILED)
    told, shown = as_json.render(result, "ada"), gradescope.render(result)
    assert told["text"] == shown["output"]
    assert [task["text"] for task in told["tasks"]] == [row["output"] for row in shown["tests"]]
    assert "for us" not in told["text"]
