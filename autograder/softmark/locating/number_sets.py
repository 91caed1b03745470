"""Keeps a set of 32-bit numbers in little room: sorted, only the gaps between them are written, each in about as many
bits as it needs. A set of a thousand takes 24 bits a number, and no zip does better.

A gap is cut in two: its low bits, as many for each gap, and what is above them, as so many zeros before a one. First
come all those zeros and ones, then all low bits (Rice, 1979).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from ..checks.numpy_if_there import np

BITS = 32
_HEAD = struct.Struct(">IB")
"""How many numbers, and how many low bits a gap has."""


def packed(numbers: Iterable[int]) -> bytes:
    """The same set gives the same bytes."""
    ordered = np.array(sorted(set(numbers)), dtype=np.int64)
    gaps = np.diff(ordered, prepend=0)
    low = max(0, int(gaps.mean() * 0.7).bit_length() - 1) if len(gaps) else 0
    zeros_and_ones = np.zeros(int((gaps >> low).sum()) + len(gaps), dtype=np.uint8)
    zeros_and_ones[np.cumsum((gaps >> low) + 1) - 1] = 1
    lows = (gaps[:, None] >> np.arange(low)[::-1]) & 1
    bits = np.concatenate([zeros_and_ones, lows.ravel().astype(np.uint8)])
    return _HEAD.pack(len(gaps), low) + np.packbits(bits).tobytes()


def unpacked(data: bytes) -> set[int]:
    """The set; ValueError for bytes that are none."""
    if len(data) < _HEAD.size:
        raise ValueError("too short for a set of numbers")
    count, low = _HEAD.unpack_from(data)
    bits = np.unpackbits(np.frombuffer(data, np.uint8, offset=_HEAD.size))
    ones = np.flatnonzero(bits)[:count]
    start = int(ones[-1]) + 1 if len(ones) else 0
    lows = bits[start : start + count * low]
    if len(ones) != count or low > BITS or not 0 <= len(bits) - start - count * low < 8:
        raise ValueError("not a set of numbers")
    gaps = (np.diff(ones, prepend=-1) - 1) << low
    gaps += lows.reshape(count, low) @ (1 << np.arange(low, dtype=np.int64)[::-1])
    return set(np.cumsum(gaps).tolist())
