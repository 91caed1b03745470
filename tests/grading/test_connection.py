"""Speaking with one worker: questions, answers and call-backs, with a scripted worker instead of a process."""

import socket
from types import SimpleNamespace

import pytest

from softmark.checks.errors import Died
from softmark.grading.calls.connection import UNREADABLE, Connection
from softmark.sandbox import wire
from softmark.sandbox.patience import Patience
from softmark.sandbox.processor_time import Meter

GONE = object()
"""In a script: the worker closes its end."""


class Worker:
    """Its end of the channel already holds everything that it will say, so nobody waits for anything."""

    pid = 0

    def __init__(self, *frames):
        self.channel, self.own_end = socket.socketpair()
        self.killed = False
        for frame in frames:
            if frame is GONE:
                self.own_end.shutdown(socket.SHUT_WR)
            else:
                wire.send(self.own_end, *frame)

    def kill(self):
        self.killed = True
        return SimpleNamespace(says="killed by a test", cpu_seconds=0.5)

    def read(self):
        return wire.receive(self.own_end).head


def connected(*frames, call_back=None):
    worker = Worker(*frames)
    connection = Connection(lambda: worker, call_back)
    connection.connect()
    return connection, worker


def patience(seconds=60.0):
    return Patience(Meter(), seconds)


def test_a_question_gets_the_answer_that_bears_its_number():
    connection, worker = connected(({"n": 1, "ok": True}, [7]), ({"n": 2, "ok": True}, [8]))
    assert connection.exchange({"do": "place"}, None, patience()).open().value == [7]
    assert connection.exchange({"do": "load"}, None, patience()).open().value == [8]
    assert [worker.read()["do"], worker.read()["do"]] == ["place", "load"]


def test_an_answer_to_a_question_that_was_not_asked_is_dropped():
    connection, _ = connected(({"n": 2}, "forged"), ({"n": 1}, "true"))
    assert connection.exchange({"do": "perform"}, None, patience()).open().value == "true"


def test_a_call_back_is_answered_before_the_question_is():
    calls = []

    def call_back(call, left):
        calls.append(call.head["target"])
        return wire.sealed({"ok": True})

    connection, worker = connected(
        ({"do": "forward", "target": "stats.mean"}, None), ({"n": 1}, 3), call_back=call_back
    )
    assert connection.exchange({"do": "perform"}, None, patience()).open().value == 3
    assert calls == ["stats.mean"]
    assert [worker.read(), worker.read()] == [{"do": "perform", "n": 1}, {"ok": True}]


def test_a_worker_that_hangs_up_has_died_and_its_processor_time_is_counted():
    connection, worker = connected(GONE)
    with pytest.raises(Died, match="ended the process that ran it") as death:
        connection.exchange({"do": "perform"}, None, patience())
    assert death.value.staff == "the worker's end: killed by a test"
    assert worker.killed and not connection.open and connection.cpu_seconds == 0.5


def test_a_worker_that_sends_no_frame_has_died():
    worker = Worker()
    worker.own_end.sendall(b"\xff" * 64)
    connection = Connection(lambda: worker, None)
    connection.connect()
    with pytest.raises(Died, match=UNREADABLE):
        connection.exchange({"do": "perform"}, None, patience())


def test_a_worker_that_says_nothing_is_left_to_whoever_waits_for_it():
    connection, worker = connected()
    with pytest.raises(wire.DeadlinePassed):
        connection.exchange({"do": "perform"}, None, patience(0.0))
    assert connection.open and not worker.killed


def test_a_connection_is_closed_once_and_may_be_opened_again():
    connection, _ = connected()
    assert connection.close() == "killed by a test"
    assert connection.close() == "not there" and not connection.open
    connection.connect()
    assert connection.open
