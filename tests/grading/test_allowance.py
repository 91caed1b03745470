"""What one grade may take in all: time is capped by what is left, and patience runs out with experience."""

from types import SimpleNamespace

import pytest

from softmark.checks.errors import NotLoaded
from softmark.grading.allowance import A_NAP, BEFORE_HIDDEN, LOADING_SECONDS, Allowance
from softmark.grading.run_checks import no_time_for
from softmark.grading.so_far import SoFar
from softmark.grading.time_left import TimeLeft
from softmark.sandbox.processor_time import Meter
from tests.told_kernel import Told


def asked(allowance, kernel, seconds, *, explaining=False, tentative=False, fails=False, **what):
    """A call that takes so long, of which the kernel counts what a test tells it."""
    with allowance.patience(Meter(7, kernel), 5.0, explaining=explaining, tentative=tentative) as patience:
        kernel.passes(seconds, **what)
        patience.longer()
        if fails:
            raise ValueError
    return patience


def test_no_deadline_lies_behind_the_end_of_the_grade():
    allowance = Allowance(2.0)
    with allowance.patience(Meter(), 60.0) as patience:
        assert patience.deadline <= allowance.until
        assert patience.latest <= allowance.until
    assert not allowance.over


def test_public_numbers_have_a_share_of_the_time_and_hidden_ones_the_rest():
    allowance, kernel = Allowance(work=10.0), Told()
    allowance.share(BEFORE_HIDDEN)
    asked(allowance, kernel, BEFORE_HIDDEN * 10.0, computed=BEFORE_HIDDEN * 10.0)
    assert allowance.over
    allowance.share(1.0)
    assert not allowance.over
    with allowance.patience(Meter(7, kernel), 60.0) as patience:
        assert patience.seconds == pytest.approx(10.0 - BEFORE_HIDDEN * 10.0)
    assert allowance.overworked, "something was left untried"


def test_waiting_for_a_core_costs_nothing():
    allowance, kernel = Allowance(work=10.0, sleep=1.0), Told()
    for _ in range(100):
        asked(allowance, kernel, 60.0, computed=0.01, waited=59.99, state="R")
    assert not allowance.over
    assert not asked(allowance, kernel, 0.0).overslept


def test_who_has_slept_enough_may_only_nap():
    allowance, kernel = Allowance(sleep=10.0), Told()
    assert not asked(allowance, kernel, 3.0).overslept
    assert not asked(allowance, kernel, 4.0).overslept
    assert asked(allowance, kernel, 4.0).overslept
    assert asked(allowance, kernel, 2 * A_NAP).overslept
    assert not asked(allowance, kernel, 4.0, computed=4.0).overslept, "computing goes on"
    assert not allowance.over, "and so does the grade"


def test_sleeping_while_it_is_watched_costs_the_time_for_that_and_no_sleep():
    allowance, kernel = Allowance(sleep=1.0, explain=3.0), Told()
    left = TimeLeft(kernel.clock, 60.0, allowance)
    assert not asked(allowance, kernel, 4.0, explaining=True).overslept
    assert not left.may_explain
    assert not left.is_over
    assert not asked(allowance, kernel, 0.1).overslept


def test_what_the_grader_takes_to_understand_an_account_counts():
    allowance = Allowance(explain=3.0)
    allowance.explained(3.0)
    assert allowance.explain_left == 0


def test_questions_that_were_asked_together_in_vain_cost_no_sleep():
    """They are asked again one by one: a class and a single grade come to the same."""
    allowance, kernel = Allowance(sleep=10.0), Told()
    with pytest.raises(ValueError):
        asked(allowance, kernel, 3.0, tentative=True, fails=True)
    assert not asked(allowance, kernel, 3.0).overslept


def test_who_ran_out_of_time_before_gets_less_and_less_and_never_less_than_a_fifth_of_a_second():
    allowance = Allowance()
    given = []
    for call in range(5):
        given.append(allowance.for_a_call(5.0, late_before=call > 0))
        allowance.ran_out()
    assert given == [5, 1.25, 0.3125, 0.3125, 0.2]
    assert allowance.for_a_call(1.0, late_before=True) == 0.2
    assert allowance.for_a_call(20.0, late_before=True) == 0.3125


def test_a_function_that_was_never_late_keeps_a_quarter_beside_any_number_of_endless_loops():
    """It may be slow and right: plain loops take some tenths of a second."""
    allowance = Allowance()
    for _ in range(20):
        allowance.ran_out()
    assert allowance.for_a_call(5.0, late_before=False) == 1.25
    assert allowance.for_a_call(20.0, late_before=False) == 5.0


def test_imports_have_a_budget_of_their_own():
    allowance = Allowance()
    for _ in range(100):
        allowance.imported(0.3)
    assert allowance.for_an_import(10.0) == 10, "a moment each is nobody's concern"
    allowance.imported(LOADING_SECONDS)
    assert allowance.for_an_import(10.0) == 1


def test_a_file_that_broke_two_workers_is_not_tried_again():
    allowance = Allowance()
    allowance.blame("stats", NotLoaded("once"))
    assert allowance.bad_files == {}
    allowance.blame("stats", NotLoaded("twice"))
    assert str(allowance.bad_files["stats"]) == "twice"
    allowance.acquit("stats")
    assert allowance.bad_files == {}, "it was another file after all"


def test_a_check_that_there_was_no_time_for_is_not_tried_on_hidden_numbers_and_keeps_its_habit():
    check = SimpleNamespace(name="TestMean.test_float64", habit="dtypes")
    finding = no_time_for(check)
    assert (finding.passed, finding.habit, finding.category) == (None, "dtypes", "out of time")
    so_far = SoFar(findings={("1.1", "public"): {check.name: finding}})
    assert so_far.to_try("1.1", "hidden", [check]) == []
