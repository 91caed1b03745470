"""From checks to points, and how what was lost is told."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softmark.checks.points import Counted, Loss, amount, charge, earned, in_words, losses


def score(points, *checks):
    return earned(points, losses(points, checks))


def one(name, passed=True, label="", weight=1.0):
    return Counted(name, passed, label, weight)


@pytest.mark.parametrize(
    ("points", "checks", "left"),
    [
        (6, [one("a"), one("b")], 6),
        (6, [one("a", False), one("b"), one("c")], 4),
        (6, [one("a", False, weight=2.5), one("b", weight=2), one("c", weight=1.5)], 3.5),  # its weight, in points
        (12, [one("a", False, weight=2.5), one("b", weight=2), one("c", weight=1.5)], 7),  # in the same proportions
        (6, [one("a"), one("b", False), one("c")], 4),
        (6, [one("a"), one("b", False, weight=2)], 2),
        (7, [one("a"), one("b"), one("c", False)], 4.67),
        (6, [one("a"), one("b", False, weight=1e-9)], 5.99),  # never rounded up to all
        (6, [one("a"), one("b", False, weight=0.0)], 6),
        (6, [one("T.a", label="1"), one("T.b", label="2"), *[one("T.c", False, "3")] * 9], 4),  # once a label
        (8, [one("T.a", label="1"), one("T.b", True, "2", 3.0), one("T.c", False, "2")], 2),  # by the heaviest
        (8, [one("S.a", label="sizes"), one("M.a", False, "sizes")], 4),  # of two functions it is two
    ],
)
def test_a_label_that_is_lost_costs_its_weight(points, checks, left):
    assert score(points, *checks) == left


@pytest.mark.parametrize("weight", [math.nan, math.inf, -3.0])
def test_a_senseless_weight_counts_as_none(weight):
    assert score(6, one("a"), one("b", False, weight=weight)) == 6
    assert score(6, one("a", weight=weight), one("b", False)) == 0


def test_every_lost_point_has_its_label():
    lost = losses(5.0, [one(f"T.{i}", i in (0, 2), f"label {i}") for i in range(7)])
    assert [loss.label for loss in lost] == [f"label {i}" for i in (1, 3, 4, 5, 6)]
    assert round(sum(loss.points for loss in lost), 2) == round(5 - earned(5.0, lost), 2) == 3.57


@settings(deadline=None)
@given(st.integers(0, 10_000), st.lists(st.tuples(st.booleans(), st.floats()), min_size=1, max_size=8))
def test_a_score_is_a_number_between_nothing_and_the_maximum(cents, rows):
    left = score(cents / 100, *(one(str(i), passed, weight=weight) for i, (passed, weight) in enumerate(rows)))
    assert 0 <= left <= cents / 100
    assert round(left, 2) == left
    assert left < cents / 100 or cents == 0 or rows[0][0]


def habitual(points, habit="leading dimensions"):
    return (Loss("Any dims.", points, ("T.b",), habit),)


def paid(charged):
    return [sum(loss.points for loss in lost) for lost in charged.values()]


def test_a_habit_costs_two_points_in_all_tasks_together():
    assert paid(charge({"1": habitual(1.5), "2": habitual(1.5), "3": habitual(4.0)})) == [1.5, 0.5, 0.0]
    assert paid(charge({"1": habitual(2.0), "2": habitual(2.0, "dtypes")})) == [2.0, 2.0], "each habit"
    assert paid(charge({"1": habitual(2.0), "2": (Loss("The values.", 4.0),)})) == [2.0, 4.0]


def test_charging_again_changes_nothing_and_an_earlier_task_that_is_mended_is_not_charged():
    once = charge({"1": habitual(4.0), "2": habitual(4.0)})
    assert charge(once) == once and paid(once) == [2.0, 0.0]
    assert paid(charge({**once, "1": ()})) == [0.0, 2.0]


def test_what_is_not_charged_again_says_so():
    (spared,) = charge({"1": habitual(2.0), "2": habitual(2.0)})["2"]
    assert in_words(spared) == "“Any dims.” is the same habit, not charged again"


def test_a_label_whose_checks_only_raise_is_not_said_to_be_broken():
    checks = [
        Counted("T.values", True, "values"),
        Counted("T.inputs", False, "inputs", raised=True),
        Counted("T.large", False, "large scores"),
    ]
    told = [in_words(loss) for loss in losses(3.0, checks)]
    assert told == [
        "1 point: “inputs” (your code raises an exception there)",
        "1 point: “large scores”",
    ]


def test_a_check_that_nothing_could_reach_is_not_earned_and_its_label_is_not_lost():
    checks = [one("T.values", False, "values"), Counted("T.kept", False, "kept", reached=False)]
    assert [(loss.label, loss.reached) for loss in losses(3.0, checks)] == [
        ("values", True),
        ("kept", False),
    ]
    assert score(3.0, *checks) == 0


def test_what_is_lost_and_what_is_left_add_up_to_the_points_as_they_are_shown():
    """One rounding for all: 3.33 + 0.56 + 0.55 + 0.56 = 5."""
    for points, labels in ((5.0, 9), (7.0, 11), (4.0, 7), (10.0, 3)):
        for failed in range(1, labels):
            lost = losses(points, [Counted(f"T.{n}", n >= failed) for n in range(labels)])
            shown = [float(amount(part)) for part in (earned(points, lost), *(loss.points for loss in lost))]
            assert round(sum(shown), 2) == points
