"""Frames between the grader and a worker: a length, a JSON header, and arrays in the safetensors format.

Whatever comes back from a worker was written by an enemy until shown otherwise: sizes are checked before memory is
taken, the header is JSON, the arrays are raw numbers of a known dtype, and nothing is ever unpickled or evaluated.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from . import tensorfile, values
from .tensorfile import Stored
from .values import DTYPES, FlatArray, NotPlain

HEADER_CAP = 4 << 20
BODY_CAP = 64 << 20
_LENGTHS = struct.Struct("!II")
_READ_AHEAD = 1 << 16
_ahead: WeakKeyDictionary[socket.socket, bytearray] = WeakKeyDictionary()
"""What was read beyond the end of a frame: the beginning of the next."""


class WireError(Exception):
    """The other side sent something that is not a frame."""


class Closed(WireError):
    """The other side is gone."""


class Late(WireError):
    """The deadline passed before a whole frame was there."""


@dataclass(frozen=True)
class Frame:
    head: dict[str, Any]
    """Plain JSON fields."""
    value: Any
    """The decoded value that came with it."""


def send(channel: socket.socket, head: dict[str, Any], value: Any = None, deadline: float | None = None) -> None:
    """Write one frame before `deadline` (on the monotonic clock)."""
    tree, flats = values.encode(value)
    kinds = [[flat.kind, flat.dtype, flat.shape, flat.device, flat.data is not None] for flat in flats]
    stored = {str(i): Stored(f.dtype, f.shape, f.data) for i, f in enumerate(flats) if f.data is not None}
    header = json.dumps({"head": head, "tree": tree, "arrays": kinds}).encode()
    body = tensorfile.dump(stored) if stored else b""
    if len(header) > HEADER_CAP or len(body) > BODY_CAP:
        raise NotPlain(f"an answer of {(len(header) + len(body)) >> 20} MB; at most {BODY_CAP >> 20} MB can be taken")
    _set_deadline(channel, deadline)
    try:
        channel.sendall(_LENGTHS.pack(len(header), len(body)) + header + body)
    except TimeoutError:
        raise Late("the frame was not taken in time") from None
    except OSError as error:
        raise Closed(str(error)) from None


def receive(channel: socket.socket, deadline: float | None = None) -> Frame:
    """Read one frame before `deadline`, and refuse everything that is not one."""
    whole = _ahead.setdefault(channel, bytearray())
    _read(channel, _LENGTHS.size, deadline, whole)
    header_size, body_size = _LENGTHS.unpack_from(whole)
    if header_size > HEADER_CAP or body_size > BODY_CAP:
        raise WireError(f"a frame of {header_size} + {body_size} bytes was announced")
    body_start = _LENGTHS.size + header_size
    end = body_start + body_size
    _read(channel, end, deadline, whole)
    try:
        header = json.loads(whole[_LENGTHS.size : body_start])
        body = bytes(whole[body_start:end])
        del whole[:end]
        head, tree, kinds = header["head"], header["tree"], header["arrays"]
        if not isinstance(head, dict) or not isinstance(kinds, list):
            raise WireError("a malformed header")
        return Frame(head, values.decode(tree, _arrays(kinds, body)))
    except WireError:
        raise
    except NotPlain as error:
        raise WireError(str(error)) from None
    except Exception as error:  # impossible shapes make torch raise whatever it likes; none of it is our fault
        raise WireError(f"a malformed frame ({type(error).__name__})") from None


def _arrays(kinds: list[Any], body: bytes) -> list[FlatArray]:
    stored = tensorfile.parse(body)[0] if body else {}
    found = []
    for i, entry in enumerate(kinds):
        match entry:
            case [("torch" | "numpy") as kind, str(dtype), list(shape), str(device), bool(has_data)]:
                if dtype not in DTYPES or len(shape) > values.MAX_DIMENSIONS or len(device) > 20:
                    raise WireError("an array of an unknown dtype or with too many dimensions")
                if not all(isinstance(size, int) and 0 <= size <= BODY_CAP for size in shape):
                    raise WireError("an array with an impossible shape")
                data = None
                if has_data:
                    part = stored[str(i)]
                    if part.dtype != dtype or list(part.shape) != shape:
                        raise WireError("an array that is not what its header says")
                    data = part.data
                elif (kind, device) != ("torch", "meta"):
                    raise WireError("an array without numbers")
                found.append(FlatArray(kind, dtype, tuple(shape), device, data))
            case _:
                raise WireError("a malformed array entry")
    return found


def _read(channel: socket.socket, size: int, deadline: float | None, parts: bytearray) -> None:
    """Read on until there are `size` bytes. Both sides take turns, so a frame mostly comes with the first read."""
    while len(parts) < size:
        _set_deadline(channel, deadline)
        try:
            part = channel.recv(max(_READ_AHEAD, min(size - len(parts), 1 << 20)))
        except TimeoutError:
            raise Late("no whole frame in time") from None
        except OSError as error:
            raise Closed(str(error)) from None
        if not part:
            raise Closed("the channel was closed")
        parts += part


def _set_deadline(channel: socket.socket, deadline: float | None) -> None:
    if deadline is None:
        channel.settimeout(None)
        return
    left = deadline - time.monotonic()
    if left <= 0:
        raise Late("the deadline has passed")
    channel.settimeout(left)
