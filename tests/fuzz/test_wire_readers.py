"""What comes back from a worker: frames, arrays, trees, whole replies. A forged one is a bad answer, no more."""

import json
import re
import socket
import struct
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import strategies as st

from softmark.checks import values
from softmark.checks.compare import Same
from softmark.checks.differences import alike
from softmark.checks.errors import GraderFault
from softmark.checks.fixtures import Finding, conclude
from softmark.checks.request import Outcome
from softmark.checks.student import Student
from softmark.checks.values import HandleRef, Method, NotPlain, Rng
from softmark.grading.charge import Budget
from softmark.grading.remote import Files, Remote
from softmark.running import tensorfile
from softmark.running.tensorfile import Malformed
from softmark.sandbox import wire
from softmark.sandbox.client import Exit
from tests.fuzz.cases import as_json, bent_beside, damaged, run
from tests.scripted import NOBODY

pytestmark = pytest.mark.slow

ANSWERS = [
    None,
    [1, -2.5, True, "text", None],
    np.arange(6, dtype="float32").reshape(2, 3),
    (np.array([True, False]), {"w": np.zeros((0, 3)), "n": 3}),
    torch.arange(4, dtype=torch.bfloat16),
    {"a": torch.ones(2, 2), "b": [torch.tensor(1.5, dtype=torch.float64), torch.empty(3, device="meta")]},
    [Rng(7), HandleRef(3, "lm.TransformerLM"), HandleRef(4, "Account", layer=False), Method()],
    {1: {2, "three"}, (4, "five"): frozenset({6j, None}), 2**80: Fraction(-1, 3)},
    [np.array([1j]), np.array([7], "uint64")],
]
OUTCOMES = [Outcome(value, ("x",), True, (np.ones(2),), {"W": np.ones(2)}, "said").plain() for value in ANSWERS]
HEADS = [
    {"ok": True},
    {"failure": {"kind": "raised", "exception": "ValueError", "message": "no", "line": "stats.py line 2", "staff": ""}},
    {"do": "stand in", "target": "stats.mean", "wanted": [0]},
]


def taken_apart(head, value):
    """The parts of a frame: head, tree and array header as data, array bytes."""
    tree, flats = values.encode(value)
    kinds = [[f.kind] if f.data is not None else ["meta", f.dtype, list(f.shape)] for f in flats]
    stored = {str(i): tensorfile.Stored(f.dtype, f.shape, f.data) for i, f in enumerate(flats) if f.data is not None}
    body = tensorfile.dump(stored) if stored else b""
    size = struct.unpack_from("<Q", body)[0] if body else 0
    arrays = json.loads(body[8 : 8 + size]) if body else None
    return {"head": head, "value": [tree, kinds], "arrays": arrays}, body[8 + size :]


def put_together(parts, numbers):
    parts = parts if isinstance(parts, dict) else {"head": parts}
    body = array_file(parts["arrays"], numbers) if parts.get("arrays") is not None else b""
    head, value = (as_json(parts.get(name)).encode() for name in ("head", "value"))
    return struct.pack("!III", len(head), len(value), len(body)) + head + value + body


def array_file(header, numbers):
    text = as_json(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


FRAMES = [taken_apart(head, value) for head in HEADS for value in (*ANSWERS, *OUTCOMES)]
RAW_FRAMES = [put_together(*frame) for frame in FRAMES]
BENT_FRAMES = bent_beside(FRAMES).map(lambda frame: put_together(*frame))
FRAME_CASES = st.one_of(BENT_FRAMES, damaged(RAW_FRAMES), st.binary(max_size=200))


def test_frames():
    def judge(raw):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(raw)
            theirs.shutdown(socket.SHUT_WR)
            try:
                frame = wire.receive(ours)
            except wire.WireError:
                return
        assert isinstance(frame.head, dict)
        values.encode(frame.value)  # what got through is plain, all of it

    run("frames", FRAME_CASES, judge)


def test_tensor_files():
    files = [(parts["arrays"], numbers) for parts, numbers in FRAMES if parts["arrays"]]
    noted = [({"__metadata__": {"softmark": "a note"}, **arrays}, numbers) for arrays, numbers in files[:3]]
    cases = st.one_of(
        bent_beside(files + noted).map(lambda file: array_file(*file)),
        damaged([array_file(*file) for file in files + noted]),
    )

    def judge(raw):
        try:
            found, note = tensorfile.parse(raw)
        except Malformed:
            return
        assert isinstance(note, str)
        for part in found.values():
            assert len(part.data) == values.DTYPES[part.dtype][1] * int(np.prod(part.shape, dtype=object))
        (length,) = struct.unpack_from("<Q", raw)
        assert sum(len(part.data) for part in found.values()) == len(raw) - 8 - length

    run("tensor files", cases, judge)


def test_values():
    encoded = [values.encode(value) for value in (*ANSWERS, *OUTCOMES)]

    def judge(case):
        tree, flats = case
        try:
            value = values.decode(tree, flats)
        except NotPlain:
            return
        repr(value)  # whatever came through can stand in a sentence, and be compared with itself
        assert alike(value, value)
        again, _ = values.encode(value)
        assert len(json.dumps(again)) < 2_000_000

    run("values", bent_beside(encoded), judge)


class Scripted:
    """A worker's channel on which each question is answered with the next reply, whatever it was. Where that has a
    head, it says to which question."""

    def __init__(self, replies):
        self.replies = iter(replies)
        self.left = b""

    def settimeout(self, seconds):
        pass

    def send(self, data):
        if asked := re.search(rb'"n": (\d+)}', data):
            self.left = addressed(next(self.replies, b""), int(asked[1]))
        return len(data)

    def recv_into(self, room):
        part, self.left = self.left[: len(room)], self.left[len(room) :]
        room[: len(part)] = part
        return len(part)

    def close(self):
        pass


def addressed(raw, number):
    """The frame with the number of the question, where it is one."""
    try:
        sizes = struct.unpack_from("!III", raw)
        head = json.loads(raw[12 : 12 + sizes[0]])
        new = json.dumps({**head, "n": number}).encode()
    except (struct.error, ValueError, TypeError, RecursionError):
        return raw
    return struct.pack("!III", len(new), *sizes[1:]) + new + raw[12 + sizes[0] :]


class Forger:
    """A worker that loads well and then says what it wants."""

    pid = NOBODY

    def __init__(self, replies):
        fine = put_together(*taken_apart({"ok": True}, None))
        self.channel = Scripted([fine, fine, *replies])

    def kill(self):
        return Exit("exit code 0")


def test_replies():
    """Whatever a worker says, the check has a verdict on the student; only the right numbers pass it."""
    right = np.arange(6, dtype="float32").reshape(2, 3)
    honest = [taken_apart({"ok": True}, Outcome(value).plain()) for value in (right, right + 1, None, 3, [right])]
    bent_replies = bent_beside(honest).map(lambda frame: put_together(*frame))
    cases = st.lists(st.one_of(bent_replies, FRAME_CASES, st.just(put_together(*honest[0]))), max_size=3)

    def judge(replies):
        remote = Remote(lambda place: Forger(replies), Files({"stats.py": ""}), Budget(1e9, lambda check: 30))
        student = Student(remote)
        for number, expected in enumerate((right, 1.0, 3, (right, right))):
            remote.begin(f"Test{number}.test_mean")
            finding, error, value = Finding("a check"), None, None
            try:
                value = student.stats.mean(right)
                Same()(value, expected)
            except Exception as problem:
                error = problem
            conclude(finding, error)
            if isinstance(error, GraderFault):  # a worker that does not even start, which is for staff
                assert "did not start" in str(error)
                continue
            assert finding.passed is not None, finding.staff
            if finding.passed and expected is right:
                assert np.allclose(value, right)

    run("replies", cases, judge)
