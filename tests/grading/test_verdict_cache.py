"""One server grades a class: the same replies get the verdict they got before, other replies their own."""

import socket
import sys
import threading

import pytest

from softmark.checks.fixtures import Finding
from softmark.checks.request import Request
from softmark.grading.calls import verdict_cache
from softmark.grading.calls.ask_ahead import Ahead
from softmark.grading.calls.callback_process import RAISED, TOO_MUCH
from softmark.grading.calls.remote import Remote
from softmark.grading.calls.sent_files import Files
from softmark.grading.calls.verdict_cache import AskedCall, Verdicts
from softmark.sandbox import wire, worker
from softmark.sandbox.wire import pack
from tests.proc import A_HANG


def test_what_is_remembered_of_a_check_does_not_grow_with_the_class():
    kept = Verdicts()
    for number in range(10 * verdict_cache.MOST_PATHS):
        kept.keep("check", number.to_bytes(4, "big"), Finding("check", True))
        assert kept.after("check", number.to_bytes(4, "big")) is not None
        assert len(kept._next["check"]) <= verdict_cache.MOST_PATHS


def test_a_question_is_kept_once():
    kept = Verdicts()
    for replies in (b"one", b"two"):
        kept.keep("check", replies, AskedCall("call", "stats.mean", "stats.mean", pack([[1.0], {}])))
    assert kept.after("check", b"one") is kept.after("check", b"two")


@pytest.mark.parametrize(
    "step", [Finding("check", True), AskedCall("call", "stats.mean", "stats.mean", pack([[], {}]))]
)
def test_steps_are_found_by_check_and_replies(step):
    kept = Verdicts()
    kept.keep("one", b"replies", step)
    assert type(kept.after("one", b"replies")) is type(step)
    assert kept.after("one", b"others") is None
    assert kept.after("two", b"replies") is None


class Replies:
    """A worker that has answered everything already, whatever it is asked."""

    calls_back = False

    def __init__(self, head):
        self.head = head

    def begin(self, check):
        pass

    def ask(self, question):
        return wire.Sealed(self.head, bytearray(b"the right"), bytearray(b"numbers"))


@pytest.mark.parametrize(
    ("head", "known"), [({"ok": True}, True), ({"ok": 1}, False), ({}, False), ({"ok": True, "failure": {}}, False)]
)
def test_only_a_plain_answer_has_the_verdict_that_the_same_numbers_had(head, known):
    """In a class as by itself: what a reply is that says `"ok": 1`, the check itself finds out."""
    kept, question = Verdicts(), AskedCall("call", "stats.mean", "stats.mean", pack([[], {}]))
    kept.keep("check", b"", question)
    kept.keep("check", Replies({}).ask(question).digest(b""), Finding("check", True))
    found = Ahead(Replies(head), kept).walk("check")
    assert (found is not None and found.passed is True) == known


class Bundles:
    """A worker that is asked together, and counts what it is asked once more by itself."""

    calls_back = False

    def __init__(self, *heads):
        self.heads, self.single = heads, []

    def begin(self, check):
        pass

    def ask_together(self, checks):
        replies = [wire.Sealed(head, bytearray(b"new"), bytearray()) for head in self.heads]
        return [replies for _ in checks]

    def question(self, request):
        return asking(request.target)

    def ask(self, question):
        self.single.append(question.target)
        return wire.Sealed({"ok": True}, bytearray(b"asked by itself"), bytearray())

    def outcome(self, target, reply):
        return reply.head.get("failure", str(reply.text, "utf-8"))


def asking(target):
    return AskedCall("call", target, target, pack([[], {}]))


@pytest.mark.parametrize(
    ("heads", "asks", "single"),
    [
        ([{"ok": True}] * 3, ["one", "two", "three"], []),
        ([{"ok": True}] * 3, ["one", "two", "other"], ["one", "two", "other"]),
        ([{"ok": True}, {"failure": {}}, {}], ["one", "two"], []),
        ([{"ok": True}, {"failure": {}}, {}], ["one", "two", "three"], ["one", "two", "three"]),
    ],
    ids=["the same questions", "another question", "a failure", "after a failure"],
)
def test_replies_that_came_together_are_used_although_the_first_is_new(heads, asks, single):
    """Only a question that was not asked, or not answered, is sent by itself: after what it may stand on."""
    kept, remote = Verdicts(), Bundles(*heads)
    kept.recall("check", [(asking(name), name.encode()) for name in ("one", "two", "three")], Finding("check", True))
    port = Ahead(remote, kept)
    port.prepare(["check"])
    assert port.walk("check") is None
    for name in asks:
        port.perform(Request("call", name))
    assert remote.single == single


@pytest.fixture
def worker_end(tmp_path, monkeypatch):
    """The grader's end of a channel to a worker that runs beside the test."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ours, theirs = socket.socketpair()
    serving = threading.Thread(target=worker.main, args=(theirs, {"folder": str(tmp_path)}))
    serving.start()
    yield ours
    ours.close()
    serving.join()
    sys.modules.pop("bundled_stats", None)


def test_questions_asked_together_are_answered_each_for_itself(worker_end):
    """A failure is an answer too: it must not look like a broken frame, or the worker would be replaced for it."""
    text = "def half(x):\n    return x / 2\ndef fails(x):\n    return x.nothing\n"
    for head in (
        {"do": "place", "files": {"bundled_stats.py": text}, "own": ["bundled_stats.py"]},
        {"do": "load", "name": "bundled_stats", "replace": [], "skip": False, "stub": ""},
    ):
        wire.send(worker_end, {**head, "n": 1})
        assert wire.receive(worker_end).head["ok"]
    asked_at_once = wire.Bundle([pack([[3.0], {}])] * 4)
    asked = [("half", True), ("fails", True), ("half", False), ("half", True)]
    heads = [{"op": "call", "target": f"bundled_stats.{name}", "fresh": fresh} for name, fresh in asked]
    wire.send(worker_end, {"do": "perform all", "heads": heads, "sizes": asked_at_once.sizes, "n": 2}, asked_at_once)
    first, failed, after, fresh = [part.open() for part in wire.receive_sealed(worker_end).parts()]
    assert first.value["value"] == fresh.value["value"] == 1.5
    assert failed.head["failure"]["exception"] == "AttributeError" and failed.value is None
    assert after.head == {}, "what follows a failure in the same check is left out"


class Reference:
    """Answers call-backs to `mean`: so many of them, and no more."""

    def __init__(self, most):
        self.left = most
        self.checks = 0

    def forget(self):
        self.checks += 1

    def answer(self, call, names, patience):
        self.left -= 1
        if self.left < 0:
            return wire.sealed({"raise": TOO_MUCH})
        given = call.open().value["args"][0]
        if not given:
            return wire.sealed({"raise": f"ZeroDivisionError{RAISED}"})
        answer = pack({"value": sum(given) / len(given)})
        return wire.Sealed({"ok": True}, bytearray(answer.text), bytearray(answer.body))


@pytest.mark.parametrize(
    ("most", "said"),
    [(3, [["spread", 2.0], "ZeroDivisionError", ["spread", 4.0]]), (2, None)],
    ids=["as many as are needed", "too many"],
)
def test_call_backs_are_answered_while_many_questions_wait(worker_end, most, said):
    """What the reference raises is an answer. Where it refuses one, each question is asked again by itself."""

    class Process:
        pid = None
        channel = worker_end

        def kill(self):
            return None

    text = "def mean(x):\n    return 0\ndef spread(x):\n    return ['spread', mean(x)]\n"
    files = Files({"bundled_stats.py": text}, stubs={"bundled_stats": text})
    reference = Reference(most)
    remote = Remote(Process, files, A_HANG, A_HANG, frozenset({"bundled_stats.mean"}), reference)
    spread = [
        AskedCall("call", "bundled_stats.spread", "bundled_stats.spread", pack([[given], {}]))
        for given in ([1.0, 3.0], [], [4.0])
    ]
    found = remote.ask_together([[question] for question in spread])
    assert reference.checks == 1
    if said is None:
        assert found is None
        return
    frames = [reply.open() for [reply] in found]
    assert [
        frame.head["failure"]["exception"] if frame.value is None else frame.value["value"] for frame in frames
    ] == said
