"""Packs and reads frames between the grader and a worker: three lengths, a head in JSON, a tree in JSON with a list of
its arrays, and the arrays' numbers, the widest first: then every array lies where it can be used without being copied.

Whatever comes back from a worker was written by an enemy until shown otherwise: sizes are checked before memory is
taken, head and tree are JSON, the arrays are raw numbers of a known dtype, and nothing is ever unpickled or evaluated.
"""

from __future__ import annotations

import json
import math
import socket
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from ..checks import values
from ..checks.values import DTYPES, FlatArray, NotPlain


class Most(NamedTuple):
    """How much one frame may hold: bytes of JSON, which take some thirty times as much once parsed, and of arrays."""

    text: int
    body: int
    brackets: int | None = None
    """Lists and objects in the JSON, quoted ones too: a megabyte of `[],[],` takes its reader a fifth of a second."""


OURS = Most(4 << 20, 64 << 20)
"""What the grader sends. It is trusted."""
REPLY = Most(1 << 20, 4 << 20, 4 * values.MAX_NODES)
"""What comes from a worker: as much as the largest right answer, the scores of 1,000 queries and 1,000 keys."""
_LENGTHS = struct.Struct("!III")
_LARGE = 1 << 16
"""Bytes from which arrays are sent from where they lie: to copy megabytes takes longer than to send."""

Patience: TypeAlias = Callable[[], "float | None"]
"""Seconds to wait for the other side before asking again; raises where there are none left."""


def for_ever() -> None:
    """The patience of a worker."""


class WireError(Exception):
    """The other side sent something that is not a frame."""


class Closed(WireError):
    """The other side is gone."""


@dataclass(frozen=True)
class Frame:
    head: dict[str, Any]
    """Plain JSON fields."""
    value: Any
    """The decoded value that came with it."""


@dataclass(frozen=True)
class Packed:
    """A value that is ready to be sent, any number of times."""

    text: bytes | bytearray
    body: bytes | bytearray | memoryview


@dataclass(frozen=True)
class Sealed(Packed):
    """A frame of which only the head has been read."""

    head: dict[str, Any]

    def open(self) -> Frame:
        """Decode the value, and refuse everything that is not one."""
        try:
            tree, listed = json.loads(str(self.text, "utf-8"))
            return Frame(self.head, values.decode(tree, _arrays(listed, self.body)))
        except WireError:
            raise
        except NotPlain as error:
            raise WireError(str(error)) from None
        except Exception as error:  # impossible shapes make torch raise whatever it likes; none of it is our fault
            raise WireError(f"a malformed frame ({type(error).__name__})") from None


def pack(value: Any, most: Most = OURS, as_they_lie: bool = False) -> Packed:
    """Encode a value; NotPlain if it may not cross. `as_they_lie`: tensors keep their order in memory."""
    tree, flats = values.encode(value, most.body, as_they_lie)
    listed = [[_kind(flat), flat.dtype, flat.shape, *([flat.turned] if flat.turned else [])] for flat in flats]
    return Packed(json.dumps([tree, listed]).encode(), b"".join(flats[i].data or b"" for i in _widest_first(flats)))


def _kind(flat: FlatArray) -> str:
    return "meta" if flat.device == "meta" else flat.kind


def _widest_first(flats: Sequence[FlatArray]) -> Sequence[int]:
    """In which order the arrays lie, by their numbers in the list."""
    if len(flats) < 2:
        return range(len(flats))
    return sorted(range(len(flats)), key=lambda i: -DTYPES[flats[i].dtype][1])


NOTHING = pack(None)


def sealed(head: dict[str, Any]) -> Sealed:
    """A frame without a value, as if it had come from somewhere."""
    return Sealed(NOTHING.text, NOTHING.body, head)


def send(
    channel: socket.socket, head: dict[str, Any], value: Any = None, patience: Patience = for_ever, most: Most = OURS
) -> None:
    """Write one frame."""
    packed = value if isinstance(value, Packed) else pack(value, most)
    try:
        first = json.dumps(head).encode()
    except RecursionError:  # a worker's own head, sent on, may be as deep as can just be read
        raise WireError("a head that is nested too deeply") from None
    lengths = len(first), len(packed.text), len(packed.body)
    if lengths[0] + lengths[1] > most.text or lengths[2] > most.body:
        raise NotPlain(f"an answer of {sum(lengths) / (1 << 20):.1f} MB, far more than any right one")
    start = b"".join((_LENGTHS.pack(*lengths), first, packed.text))
    for piece in (start, packed.body) if lengths[2] > _LARGE else (b"".join((start, packed.body)),):
        left = memoryview(piece)
        while left:
            left = left[_moved(channel, channel.send, left, patience) :]


def receive(channel: socket.socket, patience: Patience = for_ever) -> Frame:
    """Read one frame of ours."""
    return receive_sealed(channel, patience).open()


def receive_sealed(channel: socket.socket, patience: Patience = for_ever, most: Most = OURS) -> Sealed:
    """Read one frame, and look at its head only. One that is too large is not read at all."""
    first, text, body = _LENGTHS.unpack(_exactly(channel, _LENGTHS.size, patience))
    if first + text > most.text or body > most.body:
        raise WireError(f"a frame of {first} + {text} + {body} bytes was announced")
    start = _exactly(channel, first + text, patience)
    if most.brackets and start.count(b"[") + start.count(b"{") > most.brackets:
        raise WireError("a frame in more pieces than any value has")
    try:
        head = json.loads(str(start[:first], "utf-8"))
    except (ValueError, RecursionError):
        raise WireError("a head that is not JSON") from None
    if not isinstance(head, dict):
        raise WireError("a malformed head")
    return Sealed(start[first:], _exactly(channel, body, patience), head)


def _exactly(channel: socket.socket, size: int, patience: Patience) -> bytearray:
    whole, at = bytearray(size), 0
    room = memoryview(whole)
    while at < size:
        at += _moved(channel, channel.recv_into, room[at:], patience)
    return whole


def _moved(channel: socket.socket, move: Callable[[memoryview], int], piece: memoryview, patience: Patience) -> int:
    """How many bytes went one way or the other, as soon as some do."""
    while True:
        channel.settimeout(patience())
        try:
            if count := move(piece):
                return count
        except TimeoutError:
            continue
        except OSError as error:
            raise Closed(str(error)) from None
        raise Closed("the channel was closed")


def _arrays(listed: Any, body: bytes | bytearray | memoryview) -> list[FlatArray]:
    """The arrays where they lie. By dtype and shape each takes so many bytes; together they are the whole body."""
    if type(listed) is not list:
        raise WireError("a malformed list of arrays")
    found = [_announced(*entry) for entry in listed]
    whole, at = memoryview(body), 0
    for i in _widest_first(found):
        kind, dtype, shape, device, _, turned = found[i]
        if device != "meta":
            end = at + math.prod(shape) * DTYPES[dtype][1]
            # `_replace` takes ten times as long
            found[i] = FlatArray(kind, dtype, shape, device, whole[at:end], turned)
            at = end
    if at != len(body):
        raise WireError("arrays of fewer or more bytes than there are")
    return found


def _announced(kind: Any, dtype: Any, shape: Any, turned: Any = None) -> FlatArray:
    """An array as the list has it, still without its numbers."""
    if dtype not in DTYPES or type(shape) is not list or len(shape) > values.MAX_DIMENSIONS:
        raise WireError("an array of an unknown dtype or with too many dimensions")
    for size in shape:  # also: the product of huge numbers takes long
        if type(size) is not int or not 0 <= size <= OURS.body:
            raise WireError("an array with an impossible shape")
    if kind == "meta" and turned is None:
        return FlatArray("torch", dtype, tuple(shape), "meta", None)
    if turned is None and kind in ("torch", "numpy"):
        return FlatArray(kind, dtype, tuple(shape), "cpu", None)
    if kind != "torch" or type(turned) is not list or not all(type(place) is int for place in turned):
        raise WireError("an array of an unknown kind, or turned in an impossible way")
    return FlatArray(kind, dtype, tuple(shape), "cpu", None, tuple(turned))
