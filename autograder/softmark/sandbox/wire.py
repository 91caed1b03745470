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
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

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
"""What comes from a worker: a hundred times what a right answer needs."""
_LENGTHS = struct.Struct("!III")
_READ_AHEAD = 1 << 16
_LARGE = 1 << 16
"""Bytes from which a piece of a frame is sent from where it lies; smaller ones are put together first."""
_ahead: WeakKeyDictionary[socket.socket, bytearray] = WeakKeyDictionary()
"""What was read beyond the end of a frame: the beginning of the next."""


Piece: TypeAlias = bytes | bytearray | memoryview
_T = TypeVar("_T")


class WireError(Exception):
    """The other side sent something that is not a frame."""


class Closed(WireError):
    """The other side is gone."""


class DeadlinePassed(WireError):
    """The deadline passed before a whole frame was there."""


@dataclass(frozen=True)
class Frame:
    head: dict[str, Any]
    """Plain JSON fields."""
    value: Any
    """The decoded value that came with it."""


@dataclass(frozen=True)
class Sealed:
    """A frame of which only the head has been read."""

    head: dict[str, Any]
    text: bytearray
    body: bytearray | memoryview

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


@dataclass(frozen=True)
class Packed:
    """A value that is ready to be sent, any number of times."""

    text: bytes | bytearray
    body: bytes | bytearray | memoryview


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


def sealed(head: dict[str, Any]) -> Sealed:
    """A frame without a value, as if it had come from somewhere."""
    return Sealed(head, bytearray(NOTHING.text), bytearray(NOTHING.body))


NOTHING = pack(None)


def send(
    channel: socket.socket, head: dict[str, Any], value: Any = None, deadline: float | None = None, most: Most = OURS
) -> None:
    """Write one frame before `deadline` (on the monotonic clock)."""
    packed = value if isinstance(value, Packed) else pack(value, most)
    try:
        first = json.dumps(head).encode()
    except RecursionError:  # a worker's own head, sent on, may be as deep as can just be read
        raise WireError("a head that is nested too deeply") from None
    lengths = len(first), len(packed.text), len(packed.body)
    if lengths[0] + lengths[1] > most.text or lengths[2] > most.body:
        raise NotPlain(f"an answer of {sum(lengths) / (1 << 20):.1f} MB, far more than any right one")
    try:
        for piece in _put_together(_LENGTHS.pack(*lengths), first, packed.text, packed.body):
            _set_deadline(channel, deadline)
            channel.sendall(piece)
    except TimeoutError:
        raise DeadlinePassed("the frame was not taken in time") from None
    except OSError as error:
        raise Closed(str(error)) from None


def _put_together(*pieces: Piece) -> Iterator[Piece]:
    """Neighbours that are small as one piece, large ones as they are: to copy megabytes takes longer than to send."""
    small: list[Piece] = []
    for piece in pieces:
        if len(piece) < _LARGE:
            small.append(piece)
            continue
        yield b"".join(small)
        yield piece
        small = []
    if small:
        yield b"".join(small)


def receive(channel: socket.socket, deadline: float | None = None) -> Frame:
    """Read one frame before `deadline`, and refuse everything that is not one."""
    return receive_sealed(channel, deadline).open()


def receive_sealed(channel: socket.socket, deadline: float | None = None, most: Most = OURS) -> Sealed:
    """Read one frame before `deadline`, and look at its head only. One that is too large is not read at all."""
    whole = _ahead.setdefault(channel, bytearray())
    _read(channel, _LENGTHS.size, deadline, whole)
    first, text, body = _LENGTHS.unpack_from(whole)
    if first + text > most.text or body > most.body:
        raise WireError(f"a frame of {first} + {text} + {body} bytes was announced")
    start, end = _LENGTHS.size, _LENGTHS.size + first + text
    _read(channel, end, deadline, whole)
    pieces = sum(whole.count(bracket, start, end) for bracket in (b"[", b"{")) if most.brackets else 0
    if pieces > (most.brackets or 0):
        raise WireError("a frame in more pieces than any value has")
    try:
        head = json.loads(str(whole[start : start + first], "utf-8"))
    except (ValueError, RecursionError):
        raise WireError("a head that is not JSON") from None
    if not isinstance(head, dict):
        raise WireError("a malformed head")
    sealed = Sealed(head, whole[start + first : end], _numbers(channel, body, deadline, whole, end))
    del whole[: end + body]
    return sealed


def _numbers(channel: socket.socket, size: int, deadline: float | None, whole: bytearray, start: int) -> bytearray:
    """The arrays of a frame, which begin at `start` of what has come. The rest is read to where it will stay."""
    begun = whole[start : start + size]
    if len(begun) == size:
        return begun
    numbers, at = bytearray(size), len(begun)
    numbers[:at] = begun
    room = memoryview(numbers)
    try:
        while at < size:
            at += _received(channel, deadline, channel.recv_into, room[at:])
    except DeadlinePassed:  # whoever has more patience reads on from here
        whole += room[len(begun) : at]
        raise
    return numbers


def _arrays(listed: Any, body: bytearray | memoryview) -> list[FlatArray]:
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


def _read(channel: socket.socket, size: int, deadline: float | None, parts: bytearray) -> None:
    """Read on until there are `size` bytes. Both sides take turns, so a frame mostly comes with the first read."""
    while len(parts) < size:
        parts += _received(channel, deadline, channel.recv, max(_READ_AHEAD, min(size - len(parts), 1 << 20)))


def _received(channel: socket.socket, deadline: float | None, read: Callable[[Any], _T], what: Any) -> _T:
    """What `read` returns for what has come by then; something has."""
    _set_deadline(channel, deadline)
    try:
        got = read(what)
    except TimeoutError:
        raise DeadlinePassed("no whole frame in time") from None
    except OSError as error:
        raise Closed(str(error)) from None
    if not got:
        raise Closed("the channel was closed")
    return got


def _set_deadline(channel: socket.socket, deadline: float | None) -> None:
    if deadline is None:
        channel.settimeout(None)
        return
    left = deadline - time.monotonic()
    if left <= 0:
        raise DeadlinePassed("the deadline has passed")
    channel.settimeout(left)
