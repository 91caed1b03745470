"""One check of a task is watched: which one is as secret as the hidden numbers, and the same each time."""

from types import SimpleNamespace

from softmark.grading.run_checks import _chosen


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
