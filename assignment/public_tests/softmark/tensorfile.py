"""The safetensors format, read and written: an eight-byte length, a JSON header, raw numbers.

Students' machines do not have the library, and the grader reads what an enemy may have written; both are served by
these few strict lines. The library itself is the oracle in the tests: it reads what we write, and we what it writes.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .values import DTYPES, MAX_DIMENSIONS

HEADER_CAP = 4 << 20
"""Bytes of JSON: parsed, they take some thirty times as much memory."""
_LENGTH = struct.Struct("<Q")
_BY_STORED = {stored: (name, size) for name, (stored, size) in DTYPES.items()}


class Malformed(ValueError):
    """Not a file of this format, or not an honest one."""


@dataclass(frozen=True)
class Stored:
    dtype: str
    shape: tuple[int, ...]
    data: bytes


def dump(arrays: Mapping[str, Stored], note: str = "") -> bytes:
    """The same arrays in the same order give the same bytes."""
    header: dict[str, Any] = {"__metadata__": {"softmark": note}} if note else {}
    start = 0
    for name, part in arrays.items():
        end = start + len(part.data)
        header[name] = {"dtype": DTYPES[part.dtype][0], "shape": list(part.shape), "data_offsets": [start, end]}
        start = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([_LENGTH.pack(len(text)), text, *(part.data for part in arrays.values())])


def parse(raw: bytes) -> tuple[dict[str, Stored], str]:
    """The arrays and the note. Offsets must tile the body exactly, and sizes must be what dtype and shape say.

    Nothing is copied before the offsets are known to be honest: many entries over the same bytes would otherwise take
    many times the memory of the file.
    """
    if len(raw) < _LENGTH.size:
        raise Malformed("too short")
    (length,) = _LENGTH.unpack_from(raw)
    if length > len(raw) - _LENGTH.size:
        raise Malformed("the header is longer than the file")
    if length > HEADER_CAP:
        raise Malformed(f"a header of more than {HEADER_CAP >> 20} MB")
    try:
        header = json.loads(raw[_LENGTH.size : _LENGTH.size + length])
    except (ValueError, RecursionError):
        raise Malformed("the header is not JSON") from None
    if not isinstance(header, dict):
        raise Malformed("the header is not an object")
    notes = header.pop("__metadata__", {})
    body = memoryview(raw)[_LENGTH.size + length :]
    entries = {name: _entry(entry, len(body)) for name, entry in header.items()}
    covered = 0
    for start, end in sorted((start, end) for _, _, start, end in entries.values()):
        if start != covered:
            raise Malformed("bytes that belong to no array, or to several")
        covered = end
    if covered != len(body):
        raise Malformed("bytes that belong to no array")
    found = {name: Stored(dtype, shape, bytes(body[at:to])) for name, (dtype, shape, at, to) in entries.items()}
    note = notes.get("softmark", "") if isinstance(notes, dict) else ""
    return found, note if isinstance(note, str) else ""


def _entry(entry: Any, room: int) -> tuple[str, tuple[int, ...], int, int]:
    """dtype, shape, start and end of one array, each possible by itself."""
    match entry:
        case {"dtype": str(stored), "shape": list(shape), "data_offsets": [int(start), int(end)]}:
            pass
        case _:
            raise Malformed("a malformed entry")
    if stored not in _BY_STORED or not all(type(size) is int and 0 <= size < 2**32 for size in shape):
        raise Malformed("an unknown dtype or an impossible shape")
    if len(shape) > MAX_DIMENSIONS:  # also: the product of a million sizes takes hours
        raise Malformed(f"an array with {len(shape)} dimensions")
    dtype, width = _BY_STORED[stored]
    if not 0 <= start <= end <= room or end - start != math.prod(shape) * width:
        raise Malformed("an entry whose bytes do not fit its shape")
    return dtype, tuple(shape), start, end
