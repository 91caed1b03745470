"""The safetensors format, held against the library, and against bytes that lie."""

import json
import struct

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st

from softmark.running import tensorfile
from softmark.running.tensorfile import Malformed, Stored


def stored(array):
    return Stored(str(array.dtype), array.shape, array.tobytes())


ARRAYS = {"a": np.arange(6, dtype="float32").reshape(2, 3), "b": np.array([1, -2], "int64"), "c": np.zeros((0, 2))}


def test_the_library_reads_what_we_write():
    raw = tensorfile.dump({name: stored(array) for name, array in ARRAYS.items()}, "a note")
    found = safetensors.numpy.load(raw)
    for name, array in ARRAYS.items():
        assert np.array_equal(found[name], array)


def test_we_read_what_the_library_writes():
    found, note = tensorfile.parse(safetensors.numpy.save(ARRAYS, {"softmark": "a note"}))
    assert note == "a note"
    assert found == {name: stored(array) for name, array in ARRAYS.items()}


def forged(header, body=b""):
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "too short"),
        (struct.pack("<Q", 2**40), "longer than the file"),
        (struct.pack("<Q", 3) + b"{x}", "not JSON"),
        (forged([]), "not an object"),
        (forged({"a": 1}), "malformed entry"),
        (forged({"a": {"dtype": "F8_E4M3", "shape": [], "data_offsets": [0, 8]}}, b"\0" * 8), "unknown dtype"),
        (forged({"a": {"dtype": "F32", "shape": [2**60], "data_offsets": [0, 4]}}, b"\0" * 4), "impossible shape"),
        (forged({"a": {"dtype": "F32", "shape": [True], "data_offsets": [0, 4]}}, b"\0" * 4), "impossible shape"),
        (forged({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}, b"\0" * 4), "do not fit"),
        (forged({"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}}, b"\0" * 4), "do not fit"),
        (forged({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}, b"\0" * 8), "belong to no array"),
    ],
)
def test_a_dishonest_file_is_refused(raw, says):
    with pytest.raises(Malformed, match=says):
        tensorfile.parse(raw)


@given(st.binary(max_size=300))
def test_random_bytes_never_do_more_than_fail(raw):
    try:
        tensorfile.parse(raw)
    except Malformed:
        return
    assert raw[:8] == struct.pack("<Q", len(raw) - 8)
