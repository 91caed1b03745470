"""Frames: what a worker may send, and what an enemy tries."""

import json
import socket
import struct
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softmark.checks.values import NotPlain
from softmark.sandbox import wire
from tests.proc import A_HANG


@pytest.fixture
def channel():
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


class Late(Exception):
    pass


def soon(seconds=A_HANG):
    """So long, and no longer."""
    until = time.monotonic() + seconds

    def patience():
        if time.monotonic() > until:
            raise Late
        return 0.02

    return patience


def test_a_frame_arrives_whole(channel):
    ours, theirs = channel
    wire.send(theirs, {"ok": True}, {"x": np.arange(3.0), "n": 1})
    frame = wire.receive(ours, soon())
    assert frame.head == {"ok": True}
    assert frame.value["x"].tolist() == [0, 1, 2]
    assert frame.value["n"] == 1


def test_an_answer_over_the_cap_is_not_even_sent(channel):
    with pytest.raises(NotPlain, match="far more than any right one"):
        wire.send(channel[0], {}, np.zeros(1 << 20), most=wire.REPLY)


def test_a_claim_of_four_gigabytes_takes_no_memory(channel):
    ours, theirs = channel
    theirs.sendall(struct.pack("!III", 10, 10, 2**32 - 1))
    theirs.close()
    with pytest.raises(wire.WireError, match="announced"):
        wire.receive(ours, soon())


@pytest.mark.parametrize("lengths", [(10, wire.REPLY.text - 9, 0), (10, 10, wire.REPLY.body + 1)], ids=["text", "body"])
def test_a_reply_that_is_a_byte_too_long_is_not_waited_for(channel, lengths):
    """Its end would be the next thing to be told, if anybody waited for the rest."""
    ours, theirs = channel
    theirs.sendall(struct.pack("!III", *lengths))
    theirs.close()
    with pytest.raises(wire.WireError, match="announced"):
        wire.receive_sealed(ours, soon(), wire.REPLY)


def test_json_of_nothing_but_brackets_is_not_parsed(channel):
    ours, theirs = channel
    text = b"[" + b"[]," * 300_000 + b"[]]"
    sender = threading.Thread(target=theirs.sendall, args=(struct.pack("!III", 2, len(text), 0) + b"{}" + text,))
    sender.start()
    with pytest.raises(wire.WireError, match="in more pieces than any value has"):
        wire.receive_sealed(ours, soon(), wire.REPLY)
    sender.join()


def test_the_grader_may_send_a_file_full_of_brackets(channel):
    ours, theirs = channel
    head = {"do": "place", "files": {"table.py": "TABLE = [" + "[], " * 50_000 + "]"}}
    sender = threading.Thread(target=wire.send, args=(theirs, head))
    sender.start()
    assert wire.receive_sealed(ours, soon()).head == head
    sender.join()


def test_a_dead_worker_is_noticed(channel):
    ours, theirs = channel
    theirs.sendall(b"\0\0")
    theirs.close()
    with pytest.raises(wire.Closed):
        wire.receive(ours, soon())


def test_bytes_dripped_one_at_a_time_do_not_stretch_the_patience(channel):
    ours, theirs = channel
    stop = threading.Event()

    def drip():
        while not stop.is_set():
            theirs.send(b"\0")
            time.sleep(0.02)

    theirs.sendall(struct.pack("!III", 1000, 1000, 1000))
    thread = threading.Thread(target=drip)
    thread.start()
    try:
        with pytest.raises(Late):
            wire.receive(ours, soon(0.3))
    finally:
        stop.set()
        thread.join()


def test_a_worker_that_does_not_read_is_late_too(channel):
    with pytest.raises(Late):
        wire.send(channel[0], {}, np.zeros(1 << 20), soon(0.2))


def raw(header: object, body: bytes = b"") -> bytes:
    if isinstance(header, dict):
        parts = header["head"], [header[name] for name in ("tree", "arrays") if name in header]
        first, text = (json.dumps(part).encode() for part in parts)
    else:
        first = text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("!III", len(first), len(text), len(body)) + first + text + body


def good_header(**changes):
    return {"head": {}, "tree": ["plain", 1], "arrays": [], **changes}


@pytest.mark.parametrize(
    "frame",
    [
        raw(b"not json"),
        raw(b"[" * 100_000),
        raw([]),
        raw(b"{}"),
        raw({"head": {}}),
        raw(good_header(head=3)),
        raw(good_header(arrays=3)),
        raw(good_header(tree=["array", 0])),
        raw(good_header(tree=["array", 0], arrays=[["pickle"]])),
        raw(good_header(tree=["array", 0], arrays=[["numpy"]])),
        raw(good_header(tree=["array", 0], arrays=[["numpy"]]), b"\x80\x04]."),
        raw(good_header(tree=["array", 0], arrays=[["meta", "object", [1]]])),
        raw(good_header(tree=["array", 0], arrays=[["meta", "float32", [-1]]])),
        raw(good_header(tree=["array", 0], arrays=[["meta", "float32", [1] * 1000]])),
        raw(good_header(tree=["array", 0], arrays=[["meta", "float32", [2**40]]])),
        raw(good_header(tree=["array", 0], arrays=["torch"])),
    ],
)
def test_a_forged_frame_is_refused(channel, frame):
    ours, theirs = channel
    theirs.sendall(frame)
    with pytest.raises(wire.WireError):
        wire.receive(ours, soon())


@settings(max_examples=100)
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_random_bytes_never_do_more_than_fail(header, body):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(raw(header, body))
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(wire.WireError):
            wire.receive(ours, soon())


def sent_in_a_thread(channel, *frame):
    sender = threading.Thread(target=wire.send, args=(channel, *frame))
    sender.start()
    return sender


def test_megabytes_among_small_values_arrive_as_they_were_sent(channel):
    """Large pieces are sent from where they lie; one frame after the other still begins where it should."""
    ours, theirs = channel
    large = {"before": 1, "x": np.arange(400_000.0), "y": np.ones((3, 7), dtype=bool), "z": np.arange(300_000)}
    sender = sent_in_a_thread(theirs, {"n": 1}, large)
    first = wire.receive(ours, soon())
    sender.join()
    sent_in_a_thread(theirs, {"n": 2}, "short").join()
    assert first.head == {"n": 1} and first.value["before"] == 1
    assert all(np.array_equal(first.value[name], large[name]) for name in "xyz")
    assert wire.receive(ours, soon()).value == "short"


def test_a_head_that_can_just_be_read_and_not_be_sent_on_is_no_frame(channel):
    """A call of a stand-in comes from one worker, and its head goes on to another."""
    deep: list[object] = []
    for _ in range(sys.getrecursionlimit()):
        deep = [deep]
    with pytest.raises(wire.WireError, match="nested too deeply"):
        wire.send(channel[0], {"call": deep})
