"""A mistake that only hidden numbers see: staff get its repair, students after the deadline its place."""

import pytest

from softmark.content.course import Course
from softmark.grading.server import GradingJob
from softmark.render import repair_words
from tests.mini_course import COURSE, RIGHT, graded_in_the_pool
from tests.policy.platform import FUTURE, PAST, course_with, submitted
from tests.policy.term import metadata
from tests.processes.grading.test_one_score import wrong_on

ONLY_HIDDEN = wrong_on(Course.at(COURSE).hidden_key())
PLACE = "One place in `mean` decides this task: stats.py line 2:"


def test_staff_get_the_change_and_nothing_of_it_counts_before_the_deadline():
    (result,) = graded_in_the_pool(GradingJob("one", {**RIGHT, **ONLY_HIDDEN}, repairs=True)).values()
    row = result.item("1.1")
    assert {check.phase for check in row.checks if check.passed is False} == {"hidden"}
    assert row.repair.claimed(hidden=False) is None
    repair = row.repair.claimed(hidden=True)
    assert (repair.line, repair.kind, repair.hidden) == (2, "number", True)
    assert (repair.was, repair.needed) == ("", "")  # a hidden input is quoted to nobody
    assert "on hidden numbers: public ones do not see the mistake" in repair_words.for_staff(row.repair)[0]


@pytest.mark.parametrize(("due", "told"), [(FUTURE, False), (PAST, True)])
def test_students_are_told_the_place_after_the_deadline(tmp_path, due, told):
    about = metadata()
    about["assignment"]["due_date"] = due
    document = submitted(tmp_path, course_with(tmp_path, ""), about, stats=ONLY_HIDDEN["stats.py"])
    assert (PLACE in document["tests"][0]["output"]) is told
