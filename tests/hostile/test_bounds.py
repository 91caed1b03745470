"""Trusted code that works on what a student sent has so much time and memory, and no more."""

import ast
import gc
import resource
import signal
import sys
import time

import pytest

from softmark.sandbox.layers import limits
from softmark.sandbox.layers.limits import Exhausted, bounded


def test_a_loop_is_stopped_when_its_time_is_over():
    with pytest.raises(Exhausted, match=r"0\.2 s were not enough"), bounded(0.2, 64):
        while True:
            pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_that_is_lost_rings_again():
    class Deaf:
        """Python drops what is raised while a finaliser runs."""

        def __del__(self):
            until = time.monotonic() + 0.4
            while time.monotonic() < until:
                pass

    with pytest.raises(Exhausted), bounded(0.2, 64):
        Deaf()
        while True:
            pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_in_the_middle_of_the_parser_is_still_an_alarm(monkeypatch):
    """Dropped in a callback of the collector and written out there, it reaches the parser as an error of its own."""

    def busy(phase, info):
        until = time.monotonic() + 0.02
        while time.monotonic() < until:
            pass

    monkeypatch.setattr(limits, "RING_AGAIN", 0.01)
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: ast.parse("x + 1"))  # as writing a traceback does
    gc.callbacks.append(busy)
    try:
        with pytest.raises(Exhausted), bounded(0.05, 256):
            while True:
                ast.parse("x = [y, z]\n" * 2000)
    finally:
        gc.callbacks.remove(busy)


def test_what_interrupted_code_makes_of_an_alarm_does_not_count():
    with pytest.raises(Exhausted, match=r"0\.01 s were not enough"), bounded(0.01, 64):
        try:
            while True:
                pass
        except Exhausted:
            raise SystemError("depth mismatch") from None


def test_a_large_array_is_refused_instead_of_taking_the_grader_along():
    with pytest.raises(MemoryError), bounded(5, 64):
        bytearray(1 << 30)


def test_afterwards_everything_is_as_it_was():
    before = resource.getrlimit(resource.RLIMIT_DATA), signal.getsignal(signal.SIGALRM)
    with bounded(5, 64):
        pass
    assert (resource.getrlimit(resource.RLIMIT_DATA), signal.getsignal(signal.SIGALRM)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert len(bytearray(200 << 20)) == 200 << 20


def test_an_alarm_on_the_way_out_leaves_no_limit_behind():
    """It would skip the tidying up; so it is not heard there, and rings again if anything is left to stop."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    block = bounded(5, 64)
    block.__enter__()
    alarm, rang = signal.getsignal(signal.SIGALRM), []

    def ring(frame, event, arg):
        if event == "call" and frame.f_code.co_name == "__exit__":
            rang.append(alarm)
            alarm(signal.SIGALRM, frame)

    sys.setprofile(ring)
    try:
        block.__exit__(None, None, None)
    finally:
        sys.setprofile(None)
    assert rang
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
