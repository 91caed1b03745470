"""Long work is done in two processes where there are two cores; what comes out is the same."""

import os
import signal
import subprocess
import sys

import pytest
import torch

from softmark.build import side_by_side
from softmark.checks.errors import GraderFault

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux gets a second process")


@pytest.fixture
def two_cores(monkeypatch):
    """Two cores and no other thread, whatever this machine and the tests before this one have."""
    monkeypatch.setattr(side_by_side, "_can_fork", lambda: True)


def where(part):
    return part, os.getpid()


@on_linux
def test_two_cores_do_half_the_work_each(two_cores):
    made = side_by_side.each(where, range(5), "counts")
    assert [part for part, _ in made] == [0, 1, 2, 3, 4]
    assert len({process for _, process in made} - {os.getpid()}) == 2
    assert len(side_by_side.each(lambda part: "x" * 500_000, "ab", "counts")[1]) == 500_000, "more than a pipe holds"


@on_linux
def test_tensors_outlive_the_process_that_made_them(two_cores):
    made = side_by_side.each(lambda part: torch.full((3,), float(part)), [1, 2], "counts")
    assert [each.tolist() for each in made] == [[1.0] * 3, [2.0] * 3]


def test_one_core_does_it_all_itself(monkeypatch):
    monkeypatch.setattr(side_by_side, "cores", lambda: 1)
    assert side_by_side.each(where, "ab", "counts") == [("a", os.getpid()), ("b", os.getpid())]


def stopping(how):
    """Work of which the second part does that."""
    return lambda part: how() if part else part


@on_linux
def test_a_fault_in_a_process_is_told_in_its_own_words(two_cores):
    def wrong():
        raise GraderFault("the reference does not pass test_mean")

    with pytest.raises(GraderFault, match=r"^the reference does not pass test_mean$"):
        side_by_side.each(stopping(wrong), [0, 1], "counts")


@on_linux
def test_a_process_that_dies_leaves_no_gap(two_cores):
    with pytest.raises(GraderFault, match=r"^a process of the grader's, which counts, ended before it was done"):
        side_by_side.each(stopping(lambda: os.kill(os.getpid(), signal.SIGKILL)), [0, 1], "counts")


@on_linux
def test_one_process_ends_with_the_other(two_cores, monkeypatch):
    started = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])

    def wrong(part):
        if part:
            signal.pause()
        raise GraderFault("two checks have one name")

    with pytest.raises(GraderFault, match="two checks have one name"):
        side_by_side.each(wrong, [0, 1], "waits for ever")
    for child in started:
        with pytest.raises(ChildProcessError):  # it is gone, and somebody has looked after it
            os.waitpid(child, os.WNOHANG)


@on_linux
def test_beside_a_librarys_own_threads_nothing_is_forked() -> None:
    """A child has none of them, and what it then asks of the library never returns."""
    script = (
        "import os, threading\n"
        "from softmark.build import side_by_side\n"
        "side_by_side.cores = lambda: 2\n"
        "done = threading.Event()\n"
        "{}"
        "print(os.getpid() in side_by_side.each(lambda part: os.getpid(), [0, 1], 'counts'))\n"
        "done.set()\n"
    )
    for begun, here in (("", "False"), ("threading.Thread(target=done.wait).start()\n", "True")):
        ran = subprocess.run([sys.executable, "-c", script.format(begun)], capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == here
