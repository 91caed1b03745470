"""What students read of a repair: where it is, what it is about, what the value should be; and never the change."""

from dataclasses import replace

import pytest

from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Repair, RepairSearch, Result, Where
from softmark.render import repair_words, sentences

FAILED = CheckResult("a", "The mean is right.", passed=False, category="values", message="expected 1, got 2")
AXIS = Repair(
    "axis", "stats.py", 6, "total = x.sum(axis=0)", 6, "mean", "total = x.sum(axis=0)", "total = x.sum(axis=-1)",
    "x.sum(axis=0)", "x.sum(axis=-1)", True, "shape (3,)", "shape (2,)",
)  # fmt: skip
ELSEWHERE = replace(AXIS, kind="name", line=9, statement=9)
PLACE = "One place in `mean` decides this task: stats.py line 6:"
ABOUT = "It is about which axis is meant."
EVIDENCE = "On the smallest input that fails, `x.sum(axis=0)` gives shape (3,); the task needs shape (2,)."


def told(*repairs, stage=3, hints="name", hidden="full", long=False, **more):
    row = ItemResult("1.1", "The mean", 4.0, 0.0, "failed", (more.pop("check", FAILED),), long=long, **more)
    row = replace(row, repair=RepairSearch(40, 40, repairs))
    result = Result("mini", "Mini", (row,), hints=hints, hidden=hidden, stage=stage)
    return [line.text for line in sentences.report(row, result)]


def test_the_three_stages_of_a_long_task():
    assert [PLACE in told(AXIS, stage=stage, long=True) for stage in (1, 2, 3)] == [True, True, True]
    assert [ABOUT in told(AXIS, stage=stage, long=True) for stage in (1, 2, 3)] == [False, True, True]
    assert [EVIDENCE in told(AXIS, stage=stage, long=True) for stage in (1, 2, 3)] == [False, False, True]


def test_of_a_short_task_the_first_attempt_shows_no_place():
    first = told(AXIS, stage=1)
    assert not {PLACE, ABOUT, EVIDENCE} & set(first)


@pytest.mark.parametrize("kind", [*repair_words.KINDS])
def test_the_change_is_never_told(kind):
    assert "x.sum(axis=-1)" not in "\n".join(told(replace(AXIS, kind=kind), long=True))


def test_that_a_step_is_one_too_many_would_be_the_answer():
    said = told(replace(AXIS, kind="call"))
    assert PLACE in said and not any(text.startswith(("It is about", "On the smallest")) for text in said)


def test_repairs_at_two_places_say_nothing():
    assert not any("decides this task" in text for text in told(AXIS, ELSEWHERE))


def test_before_the_deadline_nothing_hidden_decides():
    """A second repair that hidden numbers refute makes the line doubtful until the deadline, and no longer after it."""
    refuted = replace(ELSEWHERE, hidden=False)
    assert PLACE not in told(AXIS, refuted, hidden="full")
    assert PLACE in told(AXIS, refuted, hidden="after")
    assert PLACE in told(replace(AXIS, hidden=False), hidden="full")
    assert PLACE not in told(replace(AXIS, hidden=False), hidden="after")


def test_a_named_mistake_keeps_its_name_and_its_line():
    named = replace(FAILED, diagnosis="mean.wrong_axis", says="The sum runs over the rows.")
    said = told(AXIS, check=named, where=Where("stats.py", 6, "total = x.sum(axis=0)"))
    assert "Known mistake: The sum runs over the rows." in said
    assert PLACE not in said and "    6 | total = x.sum(axis=0)" in said


def test_a_repair_stands_in_the_place_of_a_line_that_it_contradicts():
    said = told(AXIS, where=Where("stats.py", 9, "return total"))
    assert PLACE in said and not any("9 | return total" in text for text in said)


def test_a_line_that_it_agrees_with_is_shown_as_ever():
    """A single grade, which looks for no repair where there is a line, says the same as a class."""
    there = Where("stats.py", 6, "total = x.sum(axis=0)")
    assert told(AXIS, where=there) == told(where=there)


def test_a_rubric_without_hints_tells_nothing_and_one_with_kinds_the_place_alone():
    assert not any("decides this task" in text for text in told(AXIS, hints="off"))
    assert PLACE in (said := told(AXIS, hints="category")) and ABOUT not in said


def test_staff_read_the_two_lines_and_what_was_tried():
    said = repair_words.for_staff(RepairSearch(40, 50, (AXIS,)))
    assert said == [
        "One change repairs it (40 of 50 edits tried, 1 repairs it): stats.py line 6, another axis",
        "    - total = x.sum(axis=0)",
        "    + total = x.sum(axis=-1)",
    ]
    both = repair_words.for_staff(RepairSearch(50, 50, (AXIS, ELSEWHERE)))[0]
    assert "50 edits tried, 2 repair it, on lines 6, 9: so none of them need be the wrong one" in both
    assert repair_words.for_staff(RepairSearch(50, 50)) == ["Nothing that was tried repairs it: 50 edits tried."]


def test_the_same_change_has_the_same_signature_whatever_variables_are_called():
    def row(old, new):
        repair = replace(AXIS, old=old, new=new)
        return ItemResult("1.1", "The mean", 4.0, repair=RepairSearch(1, 1, (repair,)))

    same = repair_words.signature(row("values.sum(axis=0)", "values.sum(axis=-1)"))
    assert same == repair_words.signature(row("x.sum(axis=0)", "x.sum(axis=-1)"))
    assert same != repair_words.signature(row("x.mean(axis=0)", "x.mean(axis=-1)"))
    assert same != repair_words.signature(row("x.sum(axis=0)", "x.sum(axis=1)"))


def test_of_a_size_that_gets_a_name_the_lines_that_use_it_are_told_as_well():
    size = replace(AXIS, text="m = x.shape[0]", used=(8,), used_text=("return total / m",))
    said = told(size, long=True)
    assert "One place in `mean` decides this task: stats.py line 6 (line 8 uses its number):" in said
    assert "    6 | m = x.shape[0]" in said and "    8 | return total / m" in said
    twice = replace(size, used=(8, 9), used_text=("a = x / m", "b = y / m"))
    assert "(lines 8 and 9 use its number), another axis" in repair_words.for_staff(RepairSearch(40, 40, (twice,)))[0]
