"""Reads and writes the safetensors format: an eight-byte length, a JSON header, raw numbers.

Students' machines do not have the library, and the grader reads what an enemy may have written; both are served by
these few strict lines. The library itself is the oracle in the tests: it reads what we write, and we what it writes.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..checks.values import DTYPES, MAX_DIMENSIONS

HEADER_CAP = 4 << 20
"""Bytes of JSON: parsed, they take some thirty times as much memory."""
_LENGTH = struct.Struct("<Q")
_BY_STORED = {stored: (name, size) for name, (stored, size) in DTYPES.items()}


class Malformed(ValueError):
    """Not a file of this format, or not an honest one."""


class Stored(NamedTuple):
    dtype: str
    shape: tuple[int, ...]
    data: bytes | memoryview


def dump(arrays: Mapping[str, Stored], note: str = "") -> bytes:
    """The same arrays in the same order give the same bytes."""
    entries = [f'"__metadata__":{json.dumps({"softmark": note}, ensure_ascii=False)}'] if note else []
    start = 0
    for name, part in arrays.items():
        end = start + len(part.data)
        sizes = ",".join(map(str, part.shape))
        label = f'"{name}"' if name.isalnum() else json.dumps(name, ensure_ascii=False)
        entries.append(
            f'{label}:{{"dtype":"{DTYPES[part.dtype][0]}","shape":[{sizes}],"data_offsets":[{start},{end}]}}'
        )
        start = end
    text = f"{{{','.join(entries)}}}".encode()
    text += b" " * (-len(text) % 8)
    return b"".join([_LENGTH.pack(len(text)), text, *(part.data for part in arrays.values())])


def parse(raw: bytes | bytearray) -> tuple[dict[str, Stored], str]:
    """The arrays and the note. Offsets must tile the body exactly, and sizes must be what dtype and shape say.

    The arrays lie in `raw` as they are, each in bytes of its own. Only those that do not lie at a multiple of their
    numbers' width are copied, and not before the offsets are known to be honest.
    """
    if len(raw) < _LENGTH.size:
        raise Malformed("too short")
    (length,) = _LENGTH.unpack_from(raw)
    if length > len(raw) - _LENGTH.size:
        raise Malformed("the header is longer than the file")
    if length > HEADER_CAP:
        raise Malformed(f"a header of more than {HEADER_CAP >> 20} MB")
    try:
        header = json.loads(str(raw[_LENGTH.size : _LENGTH.size + length], "utf-8"))
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
    found = {
        name: Stored(dtype, shape, _aligned(body, dtype, at, to)) for name, (dtype, shape, at, to) in entries.items()
    }
    note = notes.get("softmark", "") if isinstance(notes, dict) else ""
    return found, note if isinstance(note, str) else ""


def _aligned(body: memoryview, dtype: str, start: int, end: int) -> memoryview:
    part = body[start:end]
    return memoryview(bytearray(part)) if start % DTYPES[dtype][1] else part


def _entry(entry: Any, room: int) -> tuple[str, tuple[int, ...], int, int]:
    """dtype, shape, start and end of one array, each possible by itself."""
    try:
        (dtype, width), shape, (start, end) = _BY_STORED[entry["dtype"]], entry["shape"], entry["data_offsets"]
    except (KeyError, TypeError, ValueError):
        raise Malformed("a malformed entry, or one of an unknown dtype") from None
    if type(shape) is not list or type(start) is not int or type(end) is not int:
        raise Malformed("a malformed entry")
    if len(shape) > MAX_DIMENSIONS:  # also: the product of a million sizes takes hours
        raise Malformed(f"an array with {len(shape)} dimensions")
    if not all(type(size) is int and 0 <= size < 2**32 for size in shape):
        raise Malformed("an impossible shape")
    if not 0 <= start <= end <= room or end - start != math.prod(shape) * width:
        raise Malformed("an entry whose bytes do not fit its shape")
    return dtype, tuple(shape), start, end
