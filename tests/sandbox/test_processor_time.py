"""A process is metered by what the kernel counts: computing, waiting for a core, and neither of the two."""

import pytest

from softmark.sandbox.patience import MOST, Patience
from softmark.sandbox.processor_time import EVERY, KernelCounts, Meter
from tests.told_kernel import Told


@pytest.fixture
def kernel():
    return Told()


def metered(kernel):
    meter = Meter(7, kernel)
    meter.begin()
    return meter


def seen(meter):
    meter.look(closely=True)
    return round(meter.used, 6), round(meter.blocked, 6)


def test_a_loop_uses_its_time_and_is_never_blocked(kernel):
    meter = metered(kernel)
    kernel.passes(3.0, computed=3.0, state="R")
    assert seen(meter) == (3.0, 0.0)


def test_a_sleeper_uses_its_time_and_is_blocked(kernel):
    meter = metered(kernel)
    kernel.passes(3.0, computed=0.25)
    assert seen(meter) == (3.0, 2.75)


def test_on_a_busy_machine_waiting_for_a_core_is_neither(kernel):
    meter = metered(kernel)
    kernel.passes(30.0, computed=1.0, waited=29.0, state="R")
    assert seen(meter) == (1.0, 0.0)


def test_what_the_kernel_counts_only_later_is_waited_for(kernel):
    """How long somebody waits for a core is counted once they have one."""
    meter = metered(kernel)
    for _ in range(10):
        kernel.passes(1.0, state="R")
        assert seen(meter) == (0.0, 0.0)
    kernel.passes(1.0, computed=0.5, waited=10.5, state="R")
    assert seen(meter) == (0.5, 0.0)


def test_a_wait_that_is_counted_before_the_computing_is_seen_is_not_lost(kernel):
    """The process may run between two readings: its wait is counted already, and what it computed is not."""
    meter = metered(kernel)
    for _ in range(10):
        kernel.passes(1.0, state="R")
        meter.look(closely=True)
    kernel.passes(0.0, waited=10.0, state="R")
    meter.look(closely=True)
    kernel.passes(1.0, computed=1.0, state="R")
    assert seen(meter) == (1.0, 0.0)


def test_who_sleeps_and_is_awake_whenever_somebody_looks_has_slept(kernel):
    meter = metered(kernel)
    for _ in range(10):
        kernel.passes(1.0, computed=0.1, state="R")
        meter.look(closely=True)
    assert meter.used == pytest.approx(9.1)
    assert meter.blocked == pytest.approx(8.1)


def test_nor_is_the_graders_own_waiting_or_work(kernel):
    meter = metered(kernel)
    kernel.passes(10.0, computed=1.0, mine=2.0, own_wait=7.0)
    assert seen(meter) == (3.0, 0.0)


def test_threads_that_wait_all_at_once_do_not_hide_what_they_compute(kernel):
    meter = metered(kernel)
    kernel.passes(4.0, computed=4.0, waited=4.0, state="R", threads=30)
    assert seen(meter) == (4.0, 0.0)


def test_waiting_for_the_disk_is_used_and_not_slept(kernel):
    meter = metered(kernel)
    kernel.passes(2.0, state="D")
    assert seen(meter) == (2.0, 0.0)


def test_many_short_sleeps_add_up(kernel):
    """Nobody looks at each of them; together they count."""
    meter = metered(kernel)
    for _ in range(100):
        meter.begin()
        kernel.passes(EVERY / 4)
        meter.look()
        kernel.passes(5.0)  # between two questions the process has nothing to do
    assert meter.used == pytest.approx(100 * EVERY / 4)
    assert meter.blocked == pytest.approx(100 * EVERY / 4)


def test_the_time_of_a_call_back_is_used_and_not_slept(kernel):
    meter = metered(kernel)
    kernel.passes(1.0, computed=1.0)
    meter.look()
    kernel.passes(3.0)
    meter.excuse(waited=2.0)  # the reference computed for a second, and waited for a core for two
    assert seen(meter) == (2.0, 0.0)


def test_where_the_kernel_does_not_count_waiting_who_is_ready_to_run_waits(kernel):
    kernel.counted = KernelCounts(0.0, None, "R")
    meter = metered(kernel)
    kernel.passes(3.0, computed=1.0, state="R")
    assert seen(meter) == (1.0, 0.0)
    kernel.passes(3.0)
    assert seen(meter) == (4.0, 3.0)


def test_of_nobody_the_clock_alone_is_known(kernel):
    meter = Meter(0, kernel)
    kernel.passes(3.0)
    assert seen(meter) == (3.0, 0.0)


def waits(patience, kernel, **what):
    """How long a call is waited for that goes on like this for ever."""
    began = kernel.now
    while True:
        kernel.passes(patience.deadline - kernel.now, **{name: (patience.deadline - kernel.now) * share
                                                         for name, share in what.items()})  # fmt: skip
        if not patience.longer():
            return round(kernel.now - began, 1)


def test_patience_ends_with_the_seconds_that_were_used(kernel):
    assert waits(Patience(metered(kernel), 5.0), kernel, computed=1.0) == 5.0


def test_who_gets_a_tenth_of_a_core_is_waited_for_ten_times_as_long(kernel):
    assert waits(Patience(metered(kernel), 5.0), kernel, computed=0.1, waited=0.9) == 50.0


def test_who_sleeps_is_not_waited_for_beyond_the_sleep_there_is(kernel):
    patience = Patience(metered(kernel), 5.0, sleep=2.0)
    assert waits(patience, kernel) == 2.0
    assert patience.overslept


def test_the_end_of_the_grade_is_the_end_of_all_patience(kernel):
    assert waits(Patience(metered(kernel), 5.0, latest=12.0), kernel, waited=1.0) == 12.0


def test_where_waiting_is_a_guess_patience_has_an_end(kernel):
    kernel.counted = KernelCounts(0.0, None, "R")
    patience = Patience(metered(kernel), 5.0)
    assert patience.latest == MOST * 5.0


def test_from_some_moment_on_there_may_be_less_patience(kernel):
    patience = Patience(metered(kernel), 5.0)
    patience.at_most(1.0)
    assert waits(patience, kernel, computed=1.0) == 1.0
