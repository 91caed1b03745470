"""What a student's own grade says of a repair, and when nobody looks for one."""

from softmark.grading.server import GradingJob
from tests.mini_course import RIGHT, grade, graded_in_the_pool
from tests.policy.platform import course_with

TURNED = "def mean(x):\n    total = x.sum(axis=-1)\n    return x.shape[-1] / total\n"
OFF_BY_ONE = "def mean(x):\n    return x.sum(axis=-1) / max(x.shape[-1] - 1, 1)\n"
NO_HINTS = "feedback: {hints: off}\n"


def test_the_evidence_is_the_expression_on_the_smallest_input():
    wrong = "def mean(x):\n    total = x.sum(axis=0)\n    return total / x.shape[-1]\n"
    (result,) = graded_in_the_pool(GradingJob("one", {**RIGHT, "stats.py": wrong}, repairs=True)).values()
    repair = result.item("1.1").repair.claimed(hidden=True)
    assert (repair.old, repair.was, repair.needed) == ("x.sum(axis=0)", "shape (1,)", "shape (3,)")


def test_while_somebody_waits_only_what_nothing_else_explains_is_looked_at(tmp_path):
    """Without hints there is neither a name nor a line. Staff find the repair in result.json; students read nothing."""
    silent = grade(tmp_path / "a", course_with(tmp_path / "a", NO_HINTS), stats=TURNED)
    assert [each["line"] for each in silent.item("1.1")["repair"]["found"]] == [3]
    assert "decides this task" not in silent.visible
    named = grade(tmp_path / "b", stats=OFF_BY_ONE)
    assert named.item("1.1")["checks"][0]["diagnosis"] == "mean.off_by_one"
    assert named.item("1.1")["repair"] is None


def test_a_grade_that_is_short_of_time_is_not_made_longer(tmp_path):
    short = course_with(tmp_path, NO_HINTS, ("total_seconds: 60", "total_seconds: 20"))
    assert grade(tmp_path, short, stats=TURNED).item("1.1")["repair"] is None
