"""A submission pays for what its process computes, or for a quarter of the clock; each loss halves the patience."""

from types import SimpleNamespace

import pytest

from softmark.checks.errors import NotLoaded, OutOfTime, TimedOut
from softmark.grading import charge
from softmark.grading.charge import LEAST, MANY, Budget, Charge


def budget(seconds=60.0, call_seconds=4.0):
    return Budget(seconds, lambda check: call_seconds)


def test_patience_halves_with_each_loss_and_never_falls_below_the_least():
    mine = budget()
    seen = []
    for number in range(8):
        seen.append(mine.patience("TestA.test_values"))
        mine.lose(f"Test{number}")
    assert seen == [4, 2, 1, 0.5, 0.25, LEAST, LEAST, LEAST]


def test_nobody_is_more_patient_than_there_is_time():
    assert budget(seconds=1.5).patience("TestA.test_values") == 1.5


def test_without_any_time_left_nothing_is_called():
    mine = budget(seconds=0.0)
    assert not mine.was_over
    with pytest.raises(OutOfTime):
        mine.patience("TestA.test_values")
    assert mine.was_over


def test_what_was_lost_twice_is_not_tried_again():
    mine = budget()
    mine.lose("TestA")
    assert not mine.gives_up("TestA")
    mine.lose("TestA")
    assert mine.gives_up("TestA") and not mine.gives_up("TestB")


def test_after_many_losses_one_is_enough():
    mine = budget()
    for number in range(MANY + 1):
        mine.lose(f"Test{number}")
    assert mine.gives_up("Test0") and not mine.gives_up("TestNever")


def test_the_time_for_explaining_is_another_and_lost_files_are_remembered_but_no_checks():
    mine = budget()
    mine.why["stats"] = NotLoaded("stats.py ended the process")
    for name in ("TestA", "TestA", "stats", "stats"):
        mine.lose(name)
    more = mine.with_seconds(15.0)
    assert more.seconds == 15 and more.gives_up("stats") and not more.gives_up("TestA")


@pytest.fixture
def machine(monkeypatch):
    """A clock, and what the process has computed."""
    now = SimpleNamespace(clock=100.0, computed=7.0)
    told = SimpleNamespace(monotonic=lambda: now.clock, clock_gettime=lambda clock: now.computed)
    monkeypatch.setattr(charge, "time", told)
    return now


@pytest.mark.parametrize(
    ("clock", "computed", "cost"),
    [(8.0, 5.0, 5.0), (8.0, 0.0, 2.0), (8.0, 2.0, 2.0), (40.0, 3.0, 10.0)],
)
def test_a_call_costs_what_is_computed_or_a_quarter_of_the_clock(machine, clock, computed, cost):
    mine = budget()
    made = Charge(1, mine, patience=4.0)
    machine.clock += clock
    machine.computed += computed
    assert made.seconds == cost
    made.stop()
    assert mine.seconds == 60 - cost


def test_whoever_computes_less_than_there_is_patience_for_is_waited_for_on_a_busy_machine(machine):
    made = Charge(1, budget(), patience=4.0)
    machine.clock += 15.0  # of which it got a fifth of a core
    machine.computed += 3.0
    assert made.wait() > 0
    machine.computed += 1.0
    with pytest.raises(TimedOut, match="within 4 s"):
        made.wait()


def test_a_sleeper_is_waited_for_four_times_as_long(machine):
    made = Charge(1, budget(), patience=4.0)
    machine.clock += 15.9
    made.wait()
    machine.clock += 0.1
    with pytest.raises(TimedOut):
        made.wait()


def test_a_process_that_is_gone_costs_the_clock_alone():
    mine = budget()
    Charge((1 << 30) - 1, mine, patience=4.0).stop()
    assert 59 < mine.seconds <= 60
