"""The fork server: starts workers, ends them, and cleans up behind them.

It is forked before the grader has read anything worth hiding, so that what a worker inherits is Python, the preloaded
packages and nothing else. One thread, one loop: a request of the grader's, or the time to look at the private folders.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NoReturn

from softmark.sandbox import packets
from softmark.sandbox.job import Job
from softmark.sandbox.layers import identity, limits, private_folder, process
from softmark.sandbox.layers.enter import Plan
from softmark.sandbox.layers.kernel import Unavailable
from softmark.sandbox.probe import probe
from softmark.sandbox.shut_in import forked

Entry = Callable[[socket.socket], "int | None"]

LOOK_EVERY = 0.2
"""Seconds between two looks at the private folders, and at whether the grader still lives."""
BY_THE_GRADER, TOO_FULL = "killed by the grader", "killed because its folder grew over the limit"


def load(name: str) -> Any:
    """`module:function` → the function."""
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def run(connection: socket.socket, entry: Entry, *, parent: int, must_read: Sequence[str]) -> NoReturn:
    """The life of the server's process. Never returns."""
    status = 1
    try:
        _settle_in(connection)
        with contextlib.closing(_Server(connection, entry, must_read)) as server:
            server.serve(parent)
        status = 0
    except BaseException as problem:  # nothing may run on as a second grader
        print(f"The grader's fork server ended: {type(problem).__name__}: {problem}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


def _settle_in(connection: socket.socket) -> None:
    """Keep nothing of the grader's but the connection and the place for error messages."""
    limits.prefer_for_oom(500)  # before becoming undumpable: afterwards only root may; workers inherit it
    with contextlib.suppress(OSError, Unavailable):  # where there is such a thing
        identity.hide_memory()
    os.setsid()  # an interrupt typed at the grader is the grader's business
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it ends when the grader is gone, and cleans up
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    process.close_from(3, keep=frozenset({connection.fileno()}))


@dataclass
class _Running:
    """A worker that has not been cleaned up after."""

    job: Job
    uid: int | None
    """Its own user, where it has one."""
    tmp: str | None
    may_write: bool = True
    """Landlock is off, so it may have left files elsewhere."""

    @property
    def is_over(self) -> bool:
        most = self.job.limits
        return bool(self.tmp) and private_folder.is_over(str(self.tmp), most.tmp_mb * limits.MIB, most.tmp_files)


class _Refused(Exception):
    """A request that is answered with a sentence for staff."""


class _Server:
    def __init__(self, connection: socket.socket, entry: Entry, must_read: Sequence[str]) -> None:
        self._connection, self._entry = connection, entry
        first_uid, self._claim = identity.claim_users()
        self._plan = Plan(first_uid)
        self._level = probe(self._plan, must_read)
        private_folder.wipe_abandoned()
        self._base = private_folder.make_base()
        self._held = private_folder.hold(self._base)
        self._running: dict[int, _Running] = {}
        self._ended: dict[int, dict[str, Any]] = {}
        """How workers ended that the grader has not asked about."""

    def serve(self, parent: int) -> None:
        """Until the grader is gone."""
        packets.send(self._connection, {"level": asdict(self._level)})
        with contextlib.suppress(packets.Gone):
            while os.getppid() == parent:
                if select.select([self._connection], [], [], LOOK_EVERY)[0]:
                    self._answer(*packets.receive(self._connection))
                for pid in [pid for pid, worker in self._running.items() if worker.is_over]:
                    self._end(pid, TOO_FULL)

    def close(self) -> None:
        for pid in list(self._running):
            self._end(pid, BY_THE_GRADER)
        private_folder.wipe(self._base)

    def _answer(self, request: dict[str, Any], descriptors: Sequence[int]) -> None:
        reply: dict[str, Any]
        try:
            if request["do"] == "spawn":
                reply = {"done": self._spawn(Job.from_request(request["job"]), *descriptors)}
            else:
                reply = {"done": self._kill(request["pid"])}
        except _Refused as why:
            reply = {"error": str(why)}
        except Exception as problem:  # one bad request must not cost the next submission its server
            reply = {"error": f"the fork server could not do that ({type(problem).__name__}: {problem})"}
        finally:
            for each in descriptors:
                os.close(each)
        packets.send(self._connection, reply)

    def _spawn(self, job: Job, channel: int) -> dict[str, Any]:
        if "identity" in job.layers and self._level.refusal is not None:
            raise _Refused(self._level.refusal)
        for pid in [pid for pid, worker in self._running.items() if worker.job.slot == job.slot]:
            self._end(pid, BY_THE_GRADER)
        plan = replace(self._plan, uid=self._plan.uid + job.slot, job=job, keep_search=self._level.keep_search)
        own_user = "identity" in job.layers and self._level.layers["identity"] == "on"
        worker = _Running(job, plan.uid if own_user else None, None)
        if "tmp" in job.layers:
            worker.tmp = private_folder.make(self._base, worker.uid)
        pid, report = forked(replace(plan, tmp=worker.tmp), channel, self._work)
        self._running[pid] = worker
        if not report:
            self._end(pid, BY_THE_GRADER)
            raise _Refused(f"a worker died before it was ready ({self._ended.pop(pid)['says']})")
        worker.may_write = report["layers"]["landlock"] != "on"
        return {"pid": pid, **report}

    def _work(self, channel: int) -> int | None:
        """The worker's own part."""
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for ours in (self._connection, self._claim):
            if ours is not None:
                ours.detach()  # closed by number long ago; the object must not close that number again
        return self._entry(socket.socket(fileno=channel))

    def _kill(self, pid: int) -> dict[str, Any] | None:
        if pid in self._running:
            self._end(pid, BY_THE_GRADER)
        return self._ended.pop(pid, None)

    def _end(self, pid: int, why: str) -> None:
        """Kill a worker if it still lives, reap it, and wipe what it wrote."""
        worker = self._running.pop(pid)
        self._ended[pid] = _ended(pid, why)
        if worker.tmp is not None:
            private_folder.wipe(worker.tmp)
        if worker.may_write and worker.uid is not None:
            private_folder.wipe_leavings(worker.uid)


def _ended(pid: int, why: str) -> dict[str, Any]:
    """How a worker ended; `why`, if it had to be killed."""
    dead, status, usage = os.wait4(pid, os.WNOHANG)
    if not dead:
        for kill in (os.kill, os.killpg):  # not yet reaped, so neither number can be anybody else's
            with contextlib.suppress(OSError):
                kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
    killed = not dead and os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    seconds = round(usage.ru_utime + usage.ru_stime, 3)
    return {"says": why if killed else _in_words(status), "cpu_seconds": seconds}


def _in_words(status: int) -> str:
    """ "exit code 3", "SIGSEGV"."""
    if os.WIFEXITED(status):
        return f"exit code {os.WEXITSTATUS(status)}"
    try:
        return signal.Signals(os.WTERMSIG(status)).name
    except ValueError:  # a real-time signal
        return f"signal {os.WTERMSIG(status)}"
