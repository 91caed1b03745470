"""Sends messages between grader and fork server: lines of JSON, each with the descriptors that it hands over.

Both ends are ours, and take turns: a question, its answer.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from typing import Any

_AT_ONCE = 1 << 16


class Gone(Exception):
    """The other side has closed the connection."""


def send(connection: socket.socket, message: Mapping[str, Any], descriptors: Sequence[int] = ()) -> None:
    data = json.dumps(message).encode() + b"\n"
    try:
        sent = socket.send_fds(connection, [data], descriptors)
        connection.sendall(data[sent:])
    except OSError as problem:
        raise Gone from problem


def receive(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """One message. `Gone` also where none comes within the connection's own time limit."""
    try:
        data, descriptors, _, _ = socket.recv_fds(connection, _AT_ONCE, 1)
        while data and not data.endswith(b"\n"):
            data += connection.recv(_AT_ONCE) or b"\n"
    except OSError as problem:
        raise Gone from problem
    if not data.strip():
        raise Gone
    message: dict[str, Any] = json.loads(data)
    return message, descriptors
