"""Starts launchers on request: one process imports everything once, and forks a launcher for whoever asks.

Otherwise every launcher on a machine would import the same packages, which takes seconds and much of its memory. The
process that stays knows no more than what it imported: where the graders are, and whom they grade, goes through a
pipe to the forked one alone, which reads it when its server stands. So a worker still inherits nothing worth hiding.
"""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress
from typing import Any

from softmark.sandbox import packets
from softmark.sandbox.layers import kernel, process

DESCRIPTORS = 4
"""What comes with a request for a launcher: its input, output and errors, and what its arguments wait behind."""


def answer(descriptor: int) -> int:
    """Serve until nobody can ask any more, and end. Returns in a forked launcher: what its arguments wait behind."""
    connection = socket.socket(fileno=descriptor)
    stays = os.getpid()
    ended: dict[int, int | None] = {}  # process number → its exit code, once it has one
    while True:
        try:
            request, given = packets.receive(connection)
        except packets.Gone:
            os._exit(0)  # launchers that are still there end with this process
        try:
            reply = _done(request, given, ended)
        except OSError as problem:
            reply = {"error": problem.strerror or str(problem)}
        if reply.get("pid") == 0:  # this is the new launcher
            connection.close()
            return _settle_in(given, stays)
        packets.drop(given)
        with suppress(packets.Gone):
            packets.send(connection, reply)


def _done(request: dict[str, Any], given: list[int], ended: dict[int, int | None]) -> dict[str, Any]:
    if request["do"] != "start":
        return {"code": _looked_at(request["pid"], ended, kill=request["do"] == "kill")}
    pid = _fork(given)
    ended[pid] = None
    return {"pid": pid}


def _fork(given: list[int]) -> int:
    if len(given) != DESCRIPTORS:
        raise OSError(f"a launcher needs {DESCRIPTORS} descriptors")
    return os.fork()


def _settle_in(given: list[int], parent: int) -> int:
    os.setsid()
    with suppress(OSError, kernel.Unavailable):
        process.die_with(parent)  # elsewhere its closed input tells
    *standard, arguments = given
    for number, each in enumerate(standard):
        os.dup2(each, number)
        os.close(each)
    return arguments


def _looked_at(pid: int, ended: dict[int, int | None], *, kill: bool) -> int | None:
    """The exit code of a launcher that has ended. Until then nobody else can have its number."""
    if ended[pid] is None:
        if kill:
            os.kill(pid, signal.SIGKILL)
        dead, status = os.waitpid(pid, 0 if kill else os.WNOHANG)
        ended[pid] = os.waitstatus_to_exitcode(status) if dead else None
    return ended[pid]
