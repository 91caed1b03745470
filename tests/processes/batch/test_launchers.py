"""Launchers are forked from one process that has imported everything; whichever ends, the class goes on."""

import os
import signal
from pathlib import Path

import pytest

from softmark.classes import forked_launchers
from softmark.classes.grader_process import CannotStart, Ended
from softmark.grading import server
from softmark.grading.server import GradingJob
from tests.mini_course import RIGHT, built
from tests.proc import A_HANG, is_gone

JOB = GradingJob("ada", RIGHT).to_line()


@pytest.fixture
def made():
    source = forked_launchers.Launchers(built(), server.words(built()))
    yield source
    source.close()


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])


def test_two_launchers_have_one_source_and_one_may_end_without_the_other(made):
    first, second = made.start(60), made.start(60)
    pids = [each._process._pid for each in (first, second)]
    assert parent(pids[0]) == parent(pids[1]) == made._source._process.pid
    os.kill(pids[0], signal.SIGKILL)
    with pytest.raises(Ended, match="signal 9"):
        first.exchange(JOB)
    head, _ = second.exchange(JOB)
    assert head["name"] == "ada" and not head["faulty"]
    for each in (first, second):
        each.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_the_source_knows_neither_the_course_nor_whom_it_is_for(made):
    running = made.start(60)
    told = Path(f"/proc/{made._source._process.pid}/cmdline").read_bytes()
    assert b"softmark.sandbox.launcher" in told
    assert str(built()).encode() not in told
    running.close()


def test_without_its_source_a_launcher_ends_and_the_next_one_has_a_new_one(made):
    running, source = made.start(60), made._source._process
    source.kill()
    with pytest.raises(Ended):
        running.exchange(JOB)
    running.kill()
    again = made.start(60)
    assert made._source._process.pid != source.pid
    assert again.exchange(JOB)[0]["name"] == "ada"
    again.close()


def test_when_the_class_is_gone_nothing_stays_behind(made):
    running = made.start(60)
    pids = [running._process._pid, made._source._process.pid]
    made._source._connection.close()  # as when the process that asked is killed
    assert made._source._process.wait(A_HANG) == 0
    assert all(is_gone(pid, buried=False) for pid in pids), "whoever inherits the dead buries them"


def test_a_package_that_is_not_there_is_told_in_one_sentence(made):
    made._preload = ["no_such_package"]
    with pytest.raises(CannotStart) as told:
        made.start(60)
    assert str(told.value) == (
        "the grader's process did not start: exit code 1: "
        "The grader cannot import no_such_package, which is to be preloaded: No module named 'no_such_package'."
    )


def test_a_launcher_that_is_closed_ends_by_itself(made):
    running = made.start(60)
    running.close()
    assert running._process.poll() == 0, "it did not have to be killed"
