"""What this machine's kernel counts of real processes: loops compute, sleepers are blocked, who has no core waits."""

import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from softmark.sandbox.patience import Patience
from softmark.sandbox.processor_time import KERNEL, Meter
from tests.proc import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process has used")

LOOP = "print(flush=True)\nwhile True: pass"
SLEEP = "import time\nprint(flush=True)\ntime.sleep(600)"
THREAD = "import threading\nprint(flush=True)\nthreading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()"


@contextmanager
def running(code):
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        process.stdout.readline()
        yield process.pid
    finally:
        process.kill()
        process.communicate()


def looked(meter, enough):
    """Look on until the meter shows enough."""
    meter.begin()

    def shows():
        meter.look(closely=True)
        return enough(meter)

    until(shows)


@pytest.mark.parametrize("code", [LOOP, THREAD], ids=["a loop", "a thread that loops"])
def test_who_computes_uses_the_time_and_is_hardly_blocked(code):
    with running(code) as pid:
        before = KERNEL.of(pid).computed
        meter = Meter(pid)
        looked(meter, lambda meter: meter.used > 0.3)
        assert KERNEL.of(pid).computed - before > 0.15
        assert meter.blocked < meter.used / 2


def test_who_sleeps_is_blocked():
    with running(SLEEP) as pid:
        until(lambda: KERNEL.of(pid).state == "S")
        meter = Meter(pid)
        looked(meter, lambda meter: meter.blocked > 0.2)
        assert not Patience(meter, 60.0, sleep=0.0).longer()


def test_who_is_kept_from_the_processor_waits():
    core = {min(os.sched_getaffinity(0))}
    with running(LOOP) as pid, running(LOOP) as rival:
        for each in (pid, rival):
            os.sched_setaffinity(each, core)
        os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
        meter = Meter(pid)
        if not meter.counts:
            pytest.skip("this kernel does not count how long a process waits for a core")
        looked(meter, lambda meter: meter.waited > 0.3)
        assert meter.blocked < meter.waited / 2


def test_of_a_process_that_is_gone_nothing_is_known():
    with running(SLEEP) as pid:
        meter = Meter(pid)
    meter.look(closely=True)
    assert meter.blocked == 0.0
    assert not Patience(meter, 0.0).longer()
