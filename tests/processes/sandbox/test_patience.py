"""Who is late for lack of a processor is waited for; who loops or sleeps is not."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from softmark.sandbox import patience
from softmark.sandbox.patience import MOST, Patience
from tests.proc import A_HANG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process has used")

LOOP = "print(flush=True)\nwhile True: pass"
SLEEP = "import time\nprint(flush=True)\ntime.sleep(600)"
SECONDS = 0.2


@contextmanager
def running(code):
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        process.stdout.readline()
        yield process.pid
    finally:
        process.kill()
        process.communicate()


def until(holds):
    end = time.monotonic() + A_HANG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def state(pid):
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_loop_has_had_its_time():
    with running(LOOP) as pid:
        waiting = Patience(pid, SECONDS)
        began = patience.processor_seconds(pid)
        until(lambda: patience.processor_seconds(pid) - began > SECONDS)
        assert not waiting.longer()


def test_a_sleeper_wants_no_processor():
    with running(SLEEP) as pid:
        until(lambda: state(pid) == "S")
        assert not Patience(pid, SECONDS).longer()


def test_who_is_kept_from_the_processor_gets_four_times_the_time():
    core = {min(os.sched_getaffinity(0))}
    with running(LOOP) as pid, running(LOOP) as rival:
        for each in (pid, rival):
            os.sched_setaffinity(each, core)
        os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
        waiting = Patience(pid, 5.0)  # of which it gets next to nothing
        first = waiting.deadline
        until(lambda: state(pid) == "R")
        assert [waiting.longer() for _ in range(MOST)] == [True] * (MOST - 1) + [False]
        assert waiting.deadline > first


def test_however_often_somebody_else_makes_the_deadline_later_the_end_stays():
    waiting = Patience(0, SECONDS)
    end = waiting.latest
    assert end <= time.monotonic() + MOST * SECONDS
    nested = Patience(0, 60.0, waiting.latest)  # a call-back that takes its time
    assert nested.deadline <= end


def test_of_a_process_that_is_gone_nothing_is_known():
    with running(SLEEP) as pid:
        waiting = Patience(pid, SECONDS)
    assert not waiting.longer()
    assert not Patience(0, SECONDS).longer()
