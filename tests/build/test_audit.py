"""Which tasks an audit grades for which answer; tests/processes/build/test_audit.py has what it finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from softmark.build.audit import skipped, skipped_in_brief, witnesses
from softmark.content.course import Course
from tests.mini_course import COURSE, ROOT

MINI = {answer.name: answer for answer in Course.at(COURSE).known_mistakes}


def test_a_mistake_is_graded_on_all_that_stands_on_it_and_in_brief_on_its_own_tasks() -> None:
    course, mean = Course.at(COURSE), MINI["mean.wrong_axis"]
    assert skipped(course, [mean]) == ()
    assert skipped_in_brief(course, [mean]) == ("1.2",)
    assert skipped_in_brief(course, [mean, MINI["scale.by_variance"]]) == ()


def test_a_mistake_that_forgets_to_declare_its_own_task_is_graded_on_it_in_brief_too() -> None:
    assert skipped_in_brief(Course.at(COURSE), [replace(MINI["mean.wrong_axis"], loses=("1.2",))]) == ()


@pytest.mark.slow  # it parses all known mistakes, and `make audit` grades them
def test_in_brief_every_task_that_can_be_wrong_has_a_witness_on_all_that_stands_on_it() -> None:
    wrong = Course.at(ROOT).known_mistakes
    wide = witnesses(wrong)
    assert {answer.loses for answer in wrong if answer.name in wide} == {answer.loses for answer in wrong}
    assert len(wide) < len(wrong) / 6, "and that is a small part of them"
