"""What is graded is what the stubs say: the same labels with the same points."""

from __future__ import annotations

import pytest

from softmark.content import labels
from softmark.content.course import Course
from softmark.running.collect import Check
from tests.course.collected import checks
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
MADE = [check for check in checks() if not check.is_everyday]


def test_stubs_and_checks_say_the_same_labels() -> None:
    assert labels.wrong(COURSE, checks()) == []


@pytest.mark.parametrize("ident", [item.id for item in COURSE.rubric.items])
def test_the_labels_of_a_task_add_up_to_its_points(ident: str) -> None:
    points = {(check.family, check.label): check.weight for check in MADE if check.item == ident}
    assert round(sum(points.values()), 6) == COURSE.rubric.item(ident).points


@pytest.mark.parametrize("check", MADE, ids=lambda check: check.name)
def test_every_check_has_a_label_and_a_sentence(check: Check) -> None:
    assert check.title.startswith(f"{check.label}: ") and check.title.endswith(".")
