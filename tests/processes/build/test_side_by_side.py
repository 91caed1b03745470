"""Recording is two halves of work, side by side where there are two cores; what comes out is the same."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from softmark.build import side_by_side
from softmark.checks.errors import GraderFault
from softmark.locating.fingerprints import SpreadFingerprints, fingerprint_of

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux gets a second process")


@pytest.fixture
def two_cores(monkeypatch):
    """Two cores and no other thread, whatever this machine and the tests before this one have."""
    monkeypatch.setattr(side_by_side, "_can_fork", lambda: True)


@on_linux
def test_two_cores_do_half_the_work_each(two_cores):
    mine, theirs = side_by_side.both(os.getpid, lambda: (os.getpid(), "x" * 500_000), "which counts")
    assert mine == os.getpid() != theirs[0]
    assert len(theirs[1]) == 500_000, "more than a pipe holds at once"


def test_one_core_does_both_itself(monkeypatch):
    monkeypatch.setattr(side_by_side, "cores", lambda: 1)
    assert side_by_side.both(os.getpid, os.getpid, "which counts") == (os.getpid(), os.getpid())


@on_linux
def test_a_fault_of_the_second_process_is_told_in_its_own_words(two_cores):
    def wrong():
        raise GraderFault("the reference does not pass test_mean")

    with pytest.raises(GraderFault, match=r"^the reference does not pass test_mean$"):
        side_by_side.both(lambda: 1, wrong, "which counts")


@on_linux
def test_a_second_process_that_dies_leaves_no_gap(two_cores):
    with pytest.raises(GraderFault, match=r"^the grader's second process, which counts, ended before it was done"):
        side_by_side.both(lambda: 1, lambda: os.kill(os.getpid(), signal.SIGKILL), "which counts")


@on_linux
def test_a_second_process_ends_with_the_first(two_cores, monkeypatch):
    started = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])

    def wrong():
        raise GraderFault("two checks have one name")

    with pytest.raises(GraderFault, match="two checks have one name"):
        side_by_side.both(wrong, signal.pause, "which waits for ever")
    with pytest.raises(ChildProcessError):  # it is gone, and somebody has looked after it
        os.waitpid(started[0], os.WNOHANG)


def test_the_prints_of_a_value_are_looked_at_once(monkeypatch):
    """Right solutions compute the same values in a check, some of them in another shape."""
    value = np.linspace(-1.0, 2.0, 12)
    expected = tuple(fingerprint_of(value, spread=True))
    fingerprints = SpreadFingerprints()
    assert fingerprints.of(value) == expected
    again = "softmark.locating.fingerprints._fingerprints"
    monkeypatch.setattr(again, lambda *_: pytest.fail("looked at again"))
    assert fingerprints.of(value.reshape(3, 4)) == expected


@on_linux
def test_beside_a_librarys_own_threads_nothing_is_forked() -> None:
    """A child has none of them, and what it then asks of the library never returns."""
    script = (
        "import os, threading\n"
        "from softmark.build import side_by_side\n"
        "side_by_side.cores = lambda: 2\n"
        "done = threading.Event()\n"
        "{}"
        "print(os.getpid() == side_by_side.both(os.getpid, os.getpid, 'which counts')[1])\n"
        "done.set()\n"
    )
    for begun, here in (("", "False"), ("threading.Thread(target=done.wait).start()\n", "True")):
        ran = subprocess.run([sys.executable, "-c", script.format(begun)], capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == here
