"""Cases for the readers of outside bytes: valid ones, damaged on purpose, and what no case may cost.

Random bytes fail at the first check of any reader. So most cases start from something valid and break it a little:
a byte, a length, one field deep inside. `run` draws as many cases as the table says and holds each against three
promises: only the reader's own error comes out, in little time, and in little memory.
"""

import json
import os
import resource
import signal
import time
import tracemalloc
from contextlib import contextmanager

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.proc import A_HANG

FULL = os.environ.get("FULL") == "1"

CASES = {
    "frames": 2000,
    "tensor files": 1800,
    "values": 1700,
    "replies": 400,
    "zips": 1000,
    "folders": 300,
    "rubrics": 450,
    "sources": 300,
    "metadata": 400,
    "results": 350,
    "lines": 400,
    "listings": 300,
    "packed exports": 200,
    "journals": 200,
    "tables": 300,
}
"""Reader → cases. CI tries a quarter of them, the same ones each time; FULL=1 ten times as many, and fresh ones."""

CPU_SECONDS = 20.0
MOST_BYTES = 100 << 20
"""One case is a few kilobytes: whoever takes this much for it believed a number that it was told."""
MOST_ROOM = 2 << 30
"""More address space than this cannot be had while a case runs: a claim of 4 GB would end in a MemoryError."""


def run(reader, strategy, judge):
    """Let `judge` look at every case; it raises for whatever a reader must not do."""
    seen, most = 0, CASES[reader] * 10 if FULL else CASES[reader] // 4

    @settings(
        max_examples=most,
        derandomize=not FULL,
        database=None,
        deadline=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def cases(case):
        nonlocal seen
        seen += 1
        with within_bounds():
            judge(case)

    cases()
    assert seen >= min(most, CASES[reader]), f"only {seen} different cases were found"


@contextmanager
def within_bounds(most_bytes=MOST_BYTES, cpu_seconds=CPU_SECONDS):
    """No hang, and no more memory than was asked for with real bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    room = _address_space() + MOST_ROOM
    previous = signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, A_HANG)
    resource.setrlimit(resource.RLIMIT_AS, (room if hard == resource.RLIM_INFINITY else min(room, hard), hard))
    tracemalloc.start()
    began = time.process_time()
    try:
        yield
        took, peak = time.process_time() - began, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert took < cpu_seconds, f"took {took:.1f} s of CPU time"
    assert peak < most_bytes, f"took {peak >> 20} MB"


def _too_long(number, frame):
    raise AssertionError("this case never ends")


def _address_space():
    with open("/proc/self/statm", encoding="ascii") as stream:  # noqa: PTH123
        return int(stream.read().split()[0]) * resource.getpagesize()


# --- bytes ------------------------------------------------------------------------------------------------------------

NUMBERS = [0, 1, 2, 7, 255, 2**15, 2**16 - 1, 2**22 + 1, 2**26, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**63, 2**64 - 1]
"""Lengths, offsets and counts that readers have believed before."""

_BYTE_EDITS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "set", "insert", "delete", "repeat", "cut", "u16", "u32", "u64", "U16", "U32", "U64"]),
        st.integers(0, 2**16),
        st.integers(0, 255),
        st.sampled_from(NUMBERS),
    ),
    min_size=1,
    max_size=4,
)


def damaged(valid):
    """One of some valid byte strings with a few bytes, runs or numbers changed."""
    return st.tuples(st.integers(0, len(valid) - 1), _BYTE_EDITS).map(lambda case: _edited(valid[case[0]], case[1]))


def _edited(raw, edits):
    data = bytearray(raw)
    for edit, place, byte, number in edits:
        at = place % (len(data) + 1)
        run = data[at : at + 1 + byte % 40]
        if edit == "flip" and at < len(data):
            data[at] ^= 1 << byte % 8
        elif edit == "set" and at < len(data):
            data[at] = byte
        elif edit == "insert":
            data[at:at] = bytes([byte]) * (1 + number % 17)
        elif edit == "delete":
            del data[at : at + len(run)]
        elif edit == "repeat":
            data[at:at] = run * (1 + number % 9)
        elif edit == "cut":
            del data[at:]
        elif edit[0] in "uU":  # little-endian, big-endian
            width = int(edit[1:]) // 8
            data[at : at + width] = (number % 256**width).to_bytes(width, "little" if edit[0] == "u" else "big")
    return bytes(data)


# --- JSON -------------------------------------------------------------------------------------------------------------

STRANGE = [
    *(None, True, False, -1, 0, 1, 8, 2**26, 2**31, 2**32, 2**63, -(2**63), 10**40, 10**400, 0.5, -0.0, 1e308, 1e-320),
    *("", " ", "x", "0", "1.1", "float64", "nan", "1e999", "\0", "\n", "\ud800", "‮", "../..", "é" * 300),
    *([], {}, [[]], [{}], {"": None}, [0] * 50, list(range(2000)), {"id": "1.1"}),
    *(float("nan"), float("inf"), float("-inf")),
]
_TREE_EDITS = st.lists(
    st.tuples(
        st.sampled_from(["replace", "replace", "drop", "double", "wrap", "deepen", "rename", "add"]),
        st.integers(0, 10_000),
        st.sampled_from(STRANGE) | st.integers() | st.text(max_size=8),
    ),
    min_size=1,
    max_size=3,
)


def bent(valid):
    """One of some valid JSON documents, as data, with a few fields replaced, dropped, repeated, wrapped or renamed."""
    return bent_beside([(document, None) for document in valid]).map(lambda pair: pair[0])


def bent_beside(valid):
    """The same for pairs of a document and something that stays as it is beside it."""
    return st.tuples(st.integers(0, len(valid) - 1), _TREE_EDITS).map(
        lambda case: (_bent(valid[case[0]][0], case[1]), valid[case[0]][1])
    )


def _bent(document, edits):
    document = {"top": json.loads(json.dumps(document))}
    for edit, which, value in edits:
        value = json.loads(json.dumps(value))  # a copy: edits must not meet in one object
        places = list(_places(document))
        holder, key = places[which % len(places)]
        old = holder[key]
        if edit == "replace":
            holder[key] = value
        elif edit == "drop" and holder is not document:
            del holder[key]
        elif edit == "double" and isinstance(holder, list):
            holder.insert(key, old)
        elif edit == "wrap":
            holder[key] = [old, value]
        elif edit == "deepen":
            for _ in range(which % 60):
                old = [old]
            holder[key] = old
        elif edit == "rename" and isinstance(holder, dict) and holder is not document:
            holder[str(value)[:20]] = holder.pop(key)
        elif edit == "add" and isinstance(old, dict):
            old[str(which)] = value
        elif edit == "add" and isinstance(old, list):
            old.append(value)
    return document["top"]


def _places(holder):
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key
        if isinstance(holder[key], (dict, list)):
            yield from _places(holder[key])


def as_json(document):
    """Text that any JSON reader can be handed, NaN and half characters included."""
    return json.dumps(document)
