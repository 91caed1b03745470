"""Naming a mistake: equal replies name it, a tie or nothing equal says nothing."""

import numpy as np

from softmark.checks.diagnose import Trace, agree, name_mistake, print_of
from softmark.checks.errors import StudentRaised
from softmark.checks.execute import Outcome
from softmark.checks.student import Reply


def prints(*arrays):
    return tuple(print_of(Reply("call", "stats.mean", Outcome(value=array))) for array in arrays)


RIGHT, HALF, TWICE = (np.array([1.0, 2.0, 3.0]) * factor for factor in (1.0, 0.5, 2.0))
KNOWN = {
    "scale.half": {"values": Trace(False, prints(HALF)), "empty": Trace(True)},
    "scale.twice": {"values": Trace(False, prints(TWICE)), "empty": Trace(True)},
}


def test_equal_replies_name_the_mistake():
    mine = {"values": Trace(False, prints(HALF * (1 + 1e-7))), "empty": Trace(True)}
    assert name_mistake(mine, KNOWN) == "scale.half"


def test_a_mistake_nobody_knows_is_not_guessed():
    assert name_mistake({"values": Trace(False, prints(RIGHT * 0.7))}, KNOWN) is None


def test_two_mistakes_that_fit_equally_name_none():
    twins = {**KNOWN, "scale.half_again": KNOWN["scale.half"]}
    assert name_mistake({"values": Trace(False, prints(HALF)), "empty": Trace(True)}, twins) is None


def test_the_one_that_explains_more_wins():
    more = {"values": Trace(False, prints(HALF)), "empty": Trace(False, prints(HALF))}
    known = {**KNOWN, "scale.half_and_empty": more}
    assert name_mistake(more, known) == "scale.half_and_empty"


def test_random_replies_are_recognised_by_which_checks_fail():
    known = {
        "sample.greedy": {"spread": Trace(False), "greedy": Trace(True)},
        "sample.uniform": {"spread": Trace(False), "greedy": Trace(False)},
    }
    mine = {"spread": Trace(False, prints(RIGHT * 0.3)), "greedy": Trace(True)}
    assert name_mistake(mine, known, frozenset({"spread", "greedy"})) == "sample.greedy"


def test_an_exception_alone_names_nothing():
    raised = print_of(Reply("call", "stats.mean", None, StudentRaised("RuntimeError", "no")))
    known = {"mean.divides_by_zero": {"empty": Trace(False, (raised,)), "values": Trace(True)}}
    assert name_mistake({"empty": Trace(False, (raised,)), "values": Trace(True)}, known) == "mean.divides_by_zero"
    assert name_mistake({"empty": Trace(False, (raised,)), "values": Trace(False, prints(HALF))}, known) is None


def test_fingerprints_see_order_shape_dtype_and_exceptions():
    (right,) = prints(RIGHT)
    assert agree(right, prints(RIGHT.copy())[0])
    assert not agree(right, prints(RIGHT[::-1].copy())[0])
    assert not agree(right, prints(RIGHT[None])[0])
    assert not agree(right, prints(RIGHT.astype("float32"))[0])
    raised = print_of(Reply("call", "stats.mean", None, StudentRaised("ValueError", "no")))
    other = print_of(Reply("call", "stats.mean", None, StudentRaised("TypeError", "no")))
    assert agree(raised, raised)
    assert not agree(raised, other)
    assert not agree(raised, right)
