"""Sends messages between grader and fork server: small JSON objects, and descriptors to hand over.

On Linux every message is one packet, so that a sender killed half-way leaves nothing behind. Elsewhere the kernel
has no such sockets, and the length in front of each message does the work.
"""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from softmark.sandbox.layers.kernel import on_linux

MOST_BYTES = 64 * 1024
_LENGTH = struct.Struct("!I")
_ROOM = MOST_BYTES + _LENGTH.size


class Gone(Exception):
    """The other side has closed the connection."""


class TooLarge(ValueError):
    """A message that nobody honest would send."""


def pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET if on_linux() else socket.SOCK_STREAM)


def send(connection: socket.socket, message: Mapping[str, Any], descriptors: Sequence[int] = ()) -> None:
    body = json.dumps(message).encode()
    if len(body) > MOST_BYTES:
        raise TooLarge(f"a message of {len(body)} bytes is over the limit of {MOST_BYTES}")
    data = _LENGTH.pack(len(body)) + body
    try:
        sent = socket.send_fds(connection, [data], list(descriptors))
        if sent < len(data):
            connection.sendall(data[sent:])
    except (BrokenPipeError, ConnectionResetError) as problem:
        raise Gone from problem


def receive(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """One message. Raises `TooLarge`, with the message out of the way, when it is over the limit."""
    try:
        if connection.type == socket.SOCK_SEQPACKET:
            body, descriptors = _packet(connection)
        else:
            body, descriptors = _from_stream(connection)
    except ConnectionResetError as problem:
        raise Gone from problem
    try:
        message = json.loads(body)
    except ValueError as problem:
        drop(descriptors)
        raise ValueError("a message that is not JSON") from problem
    if not isinstance(message, dict):
        drop(descriptors)
        raise ValueError("a message that is not a JSON object")
    return message, descriptors


def _packet(connection: socket.socket) -> tuple[bytes, list[int]]:
    data, descriptors, flags, _ = socket.recv_fds(connection, _ROOM, 4)
    if not data:
        drop(descriptors)
        raise Gone
    if flags & socket.MSG_TRUNC or len(data) < _LENGTH.size or _LENGTH.unpack_from(data)[0] != len(data) - 4:
        drop(descriptors)
        raise TooLarge("a message over the limit, or cut short")
    return data[_LENGTH.size :], descriptors


def _from_stream(connection: socket.socket) -> tuple[bytes, list[int]]:
    head, descriptors, _, _ = socket.recv_fds(connection, _LENGTH.size, 4)
    head += _exactly(connection, _LENGTH.size - len(head)) if head else b""
    if not head:
        drop(descriptors)
        raise Gone
    (length,) = _LENGTH.unpack(head)
    if length > MOST_BYTES:
        drop(descriptors)
        while length:
            length -= len(_exactly(connection, min(length, MOST_BYTES)))
        raise TooLarge("a message over the limit")
    return _exactly(connection, length), descriptors


def _exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise Gone
        data += more
    return data


def drop(descriptors: Sequence[int]) -> None:
    for each in descriptors:
        with suppress(OSError):
            os.close(each)
