"""Before student code runs: is the wall as high as the rubric asks, and do all graders have their items?"""

import dataclasses
from pathlib import Path
from types import SimpleNamespace

import pytest

from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.grading import grade_submission
from softmark.grading.material import Material
from softmark.sandbox.level import Level
from tests.mini_course import COURSE

HERE = Course.at(COURSE)
FULL = Level("full", {"landlock": "on"}, "Isolation: full.")


def test_a_full_wall_is_enough():
    grade_submission.stand_behind(FULL, HERE)


def test_a_lower_wall_than_the_rubric_asks_is_refused_in_the_staffs_voice():
    weak = Level("none", {}, "Isolation: none. Code runs under a clock.")
    with pytest.raises(
        GraderFault, match="isolation 'same-user' is required by the rubric, but this machine offers only"
    ):
        grade_submission.stand_behind(weak, HERE)


def test_open_secrets_without_landlock_are_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(grade_submission, "exposed", lambda path: Path(path) == HERE.salt_path)
    no_landlock = dataclasses.replace(FULL, layers={"landlock": "unavailable: old kernel"})
    with pytest.raises(GraderFault, match=r"every user can read .*\.salt: close them first \(chmod -R go="):
        grade_submission.stand_behind(no_landlock, HERE)


def checks(*items):
    class Some(list):
        def of(self, ident):
            return [check for check in self if check.item == ident]

    return Some(SimpleNamespace(name=f"Test.test_{item}", item=item) for item in items)


def test_an_item_without_a_grader_is_our_fault():
    with pytest.raises(GraderFault, match=r"tasks of rubric\.yaml without a grader: 1\.2"):
        Material(HERE, checks("1.1")).hold()


def test_a_grader_without_an_item_is_our_fault():
    with pytest.raises(GraderFault, match=r"graders without a task in rubric\.yaml: Test\.test_9\.9 \(9\.9\)"):
        Material(HERE, checks("1.1", "1.2", "9.9")).hold()
