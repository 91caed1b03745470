"""Speaks to the fork server for the grader: starts it, asks it for workers, ends them.

    server = start("softmark.sandbox.worker:main")     # before anything secret is read
    with server.spawn(Job()) as worker:
        worker.channel.sendall(...)                    # bytes to and from student code; the grader keeps the clock

Afterwards the worker is dead, and its private folder is gone.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from softmark.checks.errors import GradingStopped
from softmark.sandbox import fork_server, packets
from softmark.sandbox.job import Job
from softmark.sandbox.layers import identity
from softmark.sandbox.layers.kernel import Unavailable
from softmark.sandbox.level import RANK, Level, name_of

ANSWER_WITHIN = 60.0
"""Seconds before a silent server is taken for dead. It answers in milliseconds; half a core may be busy."""


class ServerError(Exception):
    """The server refused a request, or a worker did not start; the text is one sentence for staff."""


class ServerGone(ServerError, GradingStopped):
    """The server is not there any more; nothing can be graded without it."""


@dataclass(frozen=True)
class Exit:
    """How a worker ended."""

    says: str
    """For staff: "exit code 3", "SIGSEGV", "killed by the grader"."""
    cpu_seconds: float = 0.0


class Worker(contextlib.AbstractContextManager["Worker"]):
    """One sandboxed process. Whatever comes out of its channel is a claim, never a fact."""

    def __init__(self, server: ServerHandle, channel: socket.socket, pid: int, layers: dict[str, str]) -> None:
        self.channel = channel
        """The grader's end of a stream of bytes."""
        self.pid = pid
        self.layers = layers
        """layer → "on", "off" or "unavailable: why", as told before any student code could run."""
        self._server = server
        self._exit: Exit | None = None

    @property
    def level(self) -> str:
        """What these layers reach."""
        return name_of(self.layers)

    def kill(self) -> Exit:
        """End it, wipe its folder and close the channel; a second time this only says how it ended."""
        if self._exit is None:
            with self.channel:
                end = self._server.ask("kill", pid=self.pid)
            self._exit = Exit(**end) if end else Exit("not there")
        return self._exit

    def __exit__(self, *problem: object) -> None:
        self.kill()


class ServerHandle(contextlib.AbstractContextManager["ServerHandle"]):
    """The grader's connection to the server."""

    def __init__(self, connection: socket.socket, pid: int, level: Level) -> None:
        self.pid = pid
        self.level = level
        """What the machine offers, found out when the server started."""
        self._connection = connection

    def spawn(self, job: Job) -> Worker:
        """Start one worker. Returns once its sandbox stands, as strong as is required: nothing of a student's is in
        it before that."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                done = self.ask("spawn", [theirs.fileno()], job=asdict(job))
            except BaseException:
                ours.close()
                raise
        worker = Worker(self, ours, done["pid"], done["layers"])
        if RANK[worker.level] < RANK[job.required]:
            worker.kill()
            raise ServerError(_too_weak(worker, job.required))
        return worker

    def ask(self, action: str, descriptors: Sequence[int] = (), **details: Any) -> Any:
        """One request, one answer."""
        try:
            packets.send(self._connection, {"do": action, **details}, descriptors)
            answer, _ = packets.receive(self._connection)
        except packets.Gone as problem:
            self._connection.close()  # a late answer would be taken for another's
            raise ServerGone("The grader's fork server is gone; run the grade again.") from problem
        if "error" in answer:
            raise ServerError(answer["error"])
        return answer["done"]

    def close(self) -> None:
        """Let the server go: it ends its workers, and itself."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)  # also where a child of the grader's holds it
        self._connection.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)

    def __exit__(self, *problem: object) -> None:
        self.close()


def start(entry: str, *, must_read: Sequence[str] = ()) -> ServerHandle:
    """Fork the server from this process, which must have a single thread and hold nothing secret yet.

    `entry` is the `module:function` that every worker runs with its channel. `must_read` are files of preloaded
    packages: a worker's user has to be able to read them.
    """
    function = fork_server.load(entry)
    ours, theirs = socket.socketpair()
    grader = os.getpid()
    pid = os.fork()
    if pid == 0:
        ours.close()
        fork_server.run(theirs, function, parent=grader, must_read=must_read)
    theirs.close()
    with contextlib.suppress(OSError, Unavailable):  # where there is such a thing
        identity.hide_memory()
    ours.settimeout(ANSWER_WITHIN)
    try:
        greeting, _ = packets.receive(ours)
    except packets.Gone as problem:
        ours.close()
        os.waitpid(pid, 0)
        raise ServerGone("The grader's fork server did not start; its reason is above.") from problem
    return ServerHandle(ours, pid, Level(**greeting["level"]))


def _too_weak(worker: Worker, required: str) -> str:
    missing = [f"{name}: {how.removeprefix('unavailable: ')}" for name, how in worker.layers.items() if how != "on"]
    return (
        f"Isolation {required!r} is required, but a worker here only reached {worker.level!r} ({'; '.join(missing)})."
    )
