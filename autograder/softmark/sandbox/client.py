"""Speaks to the fork server for the grader: starts it, asks it for workers, ends them.

    server = start("softmark.sandbox.worker:main")          # before anything secret is read
    with server.spawn(Job(payload={...})) as worker:
        worker.channel.sendall(...)                  # bytes to and from student code; the grader keeps the clock

Afterwards the worker, and all that it started, is dead, and its private folder is gone.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NoReturn

from softmark.checks.errors import GradingStopped
from softmark.sandbox import fork_server, packets
from softmark.sandbox.job import Job, Layers
from softmark.sandbox.layers import identity, process
from softmark.sandbox.layers.limits import WorkerLimits
from softmark.sandbox.level import Level, name_of

__all__ = ["Exit", "Job", "Layers", "ServerError", "ServerGone", "ServerHandle", "Worker", "WorkerLimits", "start"]

ANSWER_WITHIN = 60.0
"""Seconds before a silent server is taken for dead. It answers in milliseconds; half a core may be busy."""


class ServerError(Exception):
    """The server refused a request, or a worker did not start; the text is one sentence for staff."""


class ServerGone(ServerError, GradingStopped):
    """The server is not there any more; nothing can be graded without it."""


@dataclass(frozen=True)
class Exit:
    """How a worker ended."""

    code: int | None
    """Its exit code, or None where a signal ended it."""
    signal: int | None
    cause: str
    """`exited` (by itself, crashes and kernel limits included), `killed` (by the grader), `disk` (its folder
    grew over the limit)."""
    cpu_seconds: float
    peak_mb: float

    @property
    def says(self) -> str:
        """For staff: "exit code 3", "SIGSEGV", "killed by the grader"."""
        if self.cause == "killed":
            return "killed by the grader"
        if self.cause == "disk":
            return "killed because its folder grew over the limit"
        if self.signal is None:
            return f"exit code {self.code}"
        try:
            return signal.Signals(self.signal).name
        except ValueError:
            return f"signal {self.signal}"


class Worker:
    """One sandboxed process. Whatever comes out of its channel is a claim, never a fact."""

    def __init__(self, server: ServerHandle, channel: socket.socket, pid: int, layers: dict[str, str]) -> None:
        self.channel = channel
        """The grader's end of a stream of bytes."""
        self.pid = pid
        self.layers = layers
        """layer → "on", "off" or "unavailable: why", as told before any student code could run."""
        self.level = name_of(layers)
        """The level that these layers reach: `full`, `same-user` or `reduced`."""
        self._server = server
        self._exit: Exit | None = None

    def kill(self) -> Exit:
        """End it and all that it started, reap it and wipe its folder. The channel can still be read to its end."""
        ended = _exit_from(self._server.ask("kill", pid=self.pid))
        self._exit = self._exit or ended or Exit(None, None, "exited", 0.0, 0.0)
        return self._exit

    def close(self) -> None:
        """`kill`, and close the channel."""
        try:
            self.kill()
        finally:
            self.channel.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ServerHandle:
    """The connection to the server. The grader holds it; a forked child of the grader may use it, one at a time."""

    def __init__(self, connection: socket.socket, pid: int, level: Level) -> None:
        self.pid = pid
        self.level = level
        """What the machine offers, found out when the server started."""
        self._connection = connection
        self._owner = os.getpid()

    def spawn(self, job: Job) -> Worker:
        """Start one worker. Returns once its sandbox stands; its entry point has not run before that."""
        payload = json.dumps(dict(job.payload)).encode()
        if len(payload) > fork_server.MOST_PAYLOAD:
            raise ServerError(f"a payload of {len(payload)} bytes is over the limit of {fork_server.MOST_PAYLOAD}")
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                done = self.ask("spawn", [theirs.fileno()], job=job.as_request())
            worker = Worker(self, ours, done["pid"], done["layers"])
        except BaseException:
            ours.close()
            raise
        self._hand_over(worker, payload)
        return worker

    def _hand_over(self, worker: Worker, payload: bytes) -> None:
        """Past the server, straight to the worker, which is still ours while it reads this."""
        worker.channel.settimeout(ANSWER_WITHIN)
        try:
            worker.channel.sendall(fork_server.PAYLOAD_LENGTH.pack(len(payload)) + payload)
        except OSError:
            pass  # it died already: the caller finds the channel closed, as with any other death
        finally:
            worker.channel.settimeout(None)

    def workers(self) -> list[int]:
        """The process numbers of the workers that live."""
        pids: list[int] = self.ask("workers")["pids"]
        return pids

    def ask(self, action: str, descriptors: Sequence[int] = (), **details: Any) -> dict[str, Any]:
        """One request, one answer. Answers to requests of somebody who died waiting for them are passed over."""
        number = secrets.token_hex(8)
        try:
            packets.send(self._connection, {"id": number, "do": action, **details}, descriptors)
            while True:
                answer, _ = packets.receive(self._connection)
                if answer.get("id") in (number, None):
                    break
        except packets.TooLarge as problem:
            raise ServerError(f"the grader's request is too large: {problem}") from problem
        except (packets.Gone, OSError) as problem:
            raise ServerGone("The grader's fork server is gone; run the grade again.") from problem
        if "error" in answer:
            raise ServerError(answer["error"])
        done: dict[str, Any] = answer["done"]
        return done

    def close(self) -> None:
        """Shut the server down, workers and all. In a forked child this only lets go of the connection."""
        if self._owner == os.getpid() and self._connection.fileno() >= 0:
            try:
                self.ask("close")
                os.waitpid(self.pid, 0)
            except (ServerError, ChildProcessError):
                pass
        self._connection.close()

    def __enter__(self) -> ServerHandle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start(entry: str = "softmark.sandbox.worker:main", *, must_read: Sequence[str] = ()) -> ServerHandle:
    """Fork the server from this process, which must have a single thread and hold nothing secret yet.

    `entry` is the `module:function` that every worker runs, taking its channel and its payload. `must_read` are
    files of preloaded packages: a worker's user has to be able to read them.
    """
    function = fork_server.load(entry)
    if not process.only_task():
        raise ServerError(
            f"The grader has {process.tasks()} threads where one is needed to fork safely; start it with "
            "`python -m softmark.sandbox.launcher`, which sees to that."
        )
    identity.hide_memory_if_possible()
    ours, theirs = packets.pair()
    grader = os.getpid()
    pid = os.fork()
    if pid == 0:
        _be_the_server(ours, theirs, function, grader, must_read)
    theirs.close()
    ours.settimeout(ANSWER_WITHIN)
    try:
        greeting, _ = packets.receive(ours)
    except (packets.Gone, OSError) as problem:
        ours.close()
        os.waitpid(pid, 0)
        raise ServerGone("The grader's fork server did not start; its reason is above.") from problem
    return ServerHandle(ours, pid, Level.from_dict(greeting["level"]))


def _be_the_server(
    ours: socket.socket, theirs: socket.socket, entry: fork_server.Entry, grader: int, must_read: Sequence[str]
) -> NoReturn:
    ours.close()
    fork_server.run(theirs, entry, parent=grader, must_read=must_read)


def _exit_from(fields: dict[str, Any]) -> Exit | None:
    end = fields["end"]
    return None if end is None else Exit(**end)
