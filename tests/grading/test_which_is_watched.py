"""One check of a task is watched: which one is as secret as the hidden numbers, and the same each time."""

from types import SimpleNamespace

import pytest

from softmark.checks.errors import Died
from softmark.checks.fixtures import Finding
from softmark.grading.calls.claims import Claims
from softmark.grading.run_checks import CheckRunner, _chosen
from softmark.sandbox.calls_seen import DIFFERS


def checks(*names, draws=True):
    return [SimpleNamespace(name=name, draws=draws) for name in names]


NAMES = [f"TestSoftmax.test_{number}" for number in range(8)]


def test_the_same_salt_watches_the_same_check_in_whatever_order_they_come():
    assert _chosen(checks(*NAMES), "salt").name == _chosen(checks(*reversed(NAMES)), "salt").name


def test_another_salt_may_watch_any_other():
    assert {_chosen(checks(*NAMES), f"salt {number}").name for number in range(200)} == set(NAMES)


def test_a_check_without_numbers_is_watched_only_where_there_is_no_other():
    still = checks("TestSoftmax.test_it_has_weights", draws=False)
    assert all(_chosen([*still, *checks("a", "b")], f"salt {number}").draws for number in range(50))
    assert _chosen(still, "salt") is still[0]
    assert _chosen([], "salt") is None


@pytest.mark.parametrize(("second_time", "told"), [("", {DIFFERS}), (Died.category, set())])
def test_who_dies_while_watched_is_asked_again_unwatched_and_told_of_only_if_that_helps(second_time, told):
    claims, runner = Claims(), object.__new__(CheckRunner)
    claims.library = True
    watched = []

    def judged(check, sides):
        watched.append(claims.library)
        return Finding("a check", not second_time, category=second_time)

    runner._judged = judged
    runner._unwatched_again(None, None, SimpleNamespace(remote=SimpleNamespace(claims=claims)))
    assert watched == [False]
    assert claims.take_library_calls() == told
