"""What one grade may take in all: time is capped by what is left, and patience runs out with experience."""

import time

from softmark.checks.errors import NotLoaded
from softmark.grading.allowance import LOADING_SECONDS, Allowance
from softmark.sandbox.patience import Patience


def test_no_deadline_lies_behind_the_end_of_the_grade():
    allowance = Allowance(2.0)
    assert allowance.patience(0, 60.0).deadline <= allowance.until
    assert not allowance.over


def test_nobody_is_given_longer_once_the_grade_is_over():
    waiting = Patience(1, 0.0, latest=time.monotonic())
    assert not waiting.longer()


def test_after_two_calls_out_of_time_later_ones_get_less_and_never_less_than_a_second():
    allowance = Allowance()
    given = []
    for _ in range(6):
        given.append(allowance.for_a_call(5.0))
        allowance.ran_out()
    assert given == [5, 5, 2.5, 2.5, 1.25, 1.25]
    assert allowance.for_a_call(1.0) == 1
    assert allowance.for_a_call(20.0) == 5


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
