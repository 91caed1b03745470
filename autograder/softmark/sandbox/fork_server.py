"""The fork server: starts workers, ends them, and cleans up behind them.

It is forked before the grader has read anything worth hiding, so that what a worker inherits is Python, the preloaded
packages and nothing else. One thread, one loop: a request of the grader's, the death of a child, or the time to look
at the private folders.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from softmark.sandbox import packets
from softmark.sandbox.job import Job
from softmark.sandbox.layers import identity, kernel, landlock, limits, private_folder, process
from softmark.sandbox.layers.enter import Plan, default_signals, enter
from softmark.sandbox.layers.kernel import Unavailable
from softmark.sandbox.level import RANK, Level, name_of
from softmark.sandbox.probe import PATIENCE, probe, read_report

from .cleanup import DEATH_WITHIN, Reaped, Running, children_of, end_of, in_words, reap_if_dead, sweep, wait_for

Entry = Callable[[socket.socket, dict[str, Any]], "int | None"]

MOST_PAYLOAD = 1024 * 1024
PAYLOAD_LENGTH = struct.Struct("!I")
LOOK_EVERY = 0.2
"""Seconds between two looks at the private folders."""
WIPE_WITHIN = 0.2
"""Seconds of wiping that a request waits for; a folder of a hundred thousand files is finished between requests."""
REMEMBERED = 1000
"""Ends of workers kept until the grader asks for them."""
PEEKS_AT_CHILDREN = hasattr(os, "waitid")
"""Whether a dead child can be noticed before it is reaped. On some systems it cannot."""
CRASHED = 70
"""Exit code of a worker whose own code failed, not the student's."""


def load(name: str) -> Any:
    """`module:function` → the function."""
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def run(connection: socket.socket, entry: Entry, *, parent: int, must_read: Sequence[str]) -> NoReturn:
    """The life of the server's process. Never returns."""
    status = 1
    try:
        _settle_in(connection, parent)
        base_uid, claim = identity.claim_users()
        level = probe(base_uid=base_uid, must_read=must_read)
        server = _Server(connection, entry, level, base_uid, claim)
        with contextlib.closing(server):
            server.greet()
            server.loop()
        status = 0
    except BaseException as problem:  # nothing may run on as a second grader
        print(f"The grader's fork server ended: {type(problem).__name__}: {problem}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


def _settle_in(connection: socket.socket, parent: int) -> None:
    """Keep nothing of the grader's but the connection and the place for error messages."""
    limits.prefer_for_oom(500)  # before becoming undumpable: afterwards only root may; workers inherit it
    identity.hide_memory_if_possible()
    os.setsid()  # an interrupt typed at the grader is the grader's business
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    process.close_from(3, keep=frozenset({connection.fileno()}))
    with contextlib.suppress(OSError, Unavailable):
        # What a worker leaves behind becomes ours, and can be found and reaped.
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
    with contextlib.suppress(OSError, Unavailable):
        process.die_with(parent, signal.SIGTERM)  # elsewhere the closed connection tells


class _Server:
    def __init__(
        self, connection: socket.socket, entry: Entry, level: Level, base_uid: int, claim: socket.socket | None
    ) -> None:
        self._connection = connection
        self._claim = claim
        self._entry = entry
        self._level = level
        self._base_uid = base_uid
        self._own_users = level.layers.get("identity") == "on"
        self._base = private_folder.make_base()
        self._held = private_folder.hold(self._base)
        self._readable = landlock.readable_paths()
        self._imports = landlock.among_python_folders(sys.path)
        self._running: dict[int, Running] = {}
        self._ended: dict[int, dict[str, Any]] = {}
        self._wiping: list[Iterator[None]] = [private_folder.wipe_abandoned()]
        self._looked = 0.0
        self._leaving = False
        self._awake, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC) if kernel.on_linux() else _quiet_pipe()
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGTERM, self._leave)

    def _leave(self, number: int, frame: object) -> None:
        self._leaving = True

    def greet(self) -> None:
        packets.send(self._connection, {"id": "hello", "level": self._level.as_dict()})

    def loop(self) -> None:
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        poll.register(self._awake, select.POLLIN)
        while not self._leaving:
            ready = dict(poll.poll(self._pause()))
            with contextlib.suppress(BlockingIOError):
                os.read(self._awake, 4096)
            self._tidy()
            if self._connection.fileno() in ready and not self._answer():
                return

    def _pause(self) -> float | None:
        """Milliseconds to sleep when nothing happens."""
        if self._wiping:
            return 0
        return LOOK_EVERY * 1000 if self._running else None

    def _tidy(self) -> None:
        self._reap()
        self._look_at_folders()
        if self._wiping:
            self._wipe_for(0.02)

    def close(self) -> None:
        """End everything; used when the grader has gone, too."""
        for worker in list(self._running.values()):
            self._end(worker, "killed")
        while self._wiping:
            self._wipe_for(60)
        with contextlib.suppress(OSError):
            Path(self._base).rmdir()

    # Requests

    def _answer(self) -> bool:
        """Serve one request. False when there will be no more."""
        try:
            request, descriptors = packets.receive(self._connection)
        except packets.Gone:
            return False
        except ValueError as problem:
            self._reply({"id": None, "error": f"refused: {problem}"})
            return True
        reply: dict[str, Any] = {"id": request.get("id")}
        try:
            reply["done"] = self._do(request, descriptors)
        except _Refused as why:
            reply["error"] = str(why)
        except Exception as problem:  # one bad request must not cost the next submission its server
            reply["error"] = f"the fork server could not do that ({type(problem).__name__}: {problem})"
        finally:
            packets.drop(descriptors)
        self._reply(reply)
        return request.get("do") != "close"

    def _reply(self, reply: dict[str, Any]) -> None:
        with contextlib.suppress(packets.Gone):
            packets.send(self._connection, reply)

    def _do(self, request: dict[str, Any], descriptors: Sequence[int]) -> dict[str, Any]:
        action = request.get("do")
        if action == "spawn":
            if len(descriptors) != 1:
                raise _Refused("a worker needs exactly one channel")
            return self._spawn(Job.from_request(request["job"]), descriptors[0])
        if action == "kill":
            return self._kill(int(request["pid"]))
        if action == "workers":
            return {"pids": list(self._running)}
        if action == "close":
            return {}
        raise _Refused(f"there is no request {action!r}")

    def _kill(self, pid: int) -> dict[str, Any]:
        worker = self._running.get(pid)
        if worker is not None:
            self._end(worker, "killed")
        return {"end": self._ended.pop(pid, None)}

    # Starting a worker

    def _spawn(self, job: Job, channel: int) -> dict[str, Any]:
        if job.layers.identity and self._level.refusal is not None:
            raise _Refused(self._level.refusal)
        for other in [each for each in self._running.values() if each.slot == job.slot]:
            self._end(other, "killed")
        own_user = job.layers.identity and self._own_users
        uid = self._base_uid + job.slot
        tmp = private_folder.make(self._base, uid if own_user else None) if job.layers.tmp else None
        plan = Plan(
            parent=os.getpid(),
            uid=uid,
            layers=job.layers,
            limits=job.limits,
            keep_search=self._level.keep_search,
            tmp=tmp,
            readable=(*self._readable, *job.readable),
            imports=self._imports,
        )
        try:
            pid, started = self._fork(plan, job.required, channel)
        except OSError:
            self._wiping += [private_folder.wipe(tmp)] if tmp else []
            raise
        worker = Running(
            pid, job.slot, uid if own_user else None, tmp, job.limits.tmp_mb * limits.MIB, job.limits.tmp_files
        )
        self._running[pid] = worker
        try:
            report = json.loads(started)
        except ValueError:
            self._end(worker, "killed")
            end = self._ended.pop(pid)
            raise _Refused(f"a worker died before it was ready ({in_words(end)})") from None
        if "refused" in report:
            self._end(worker, "killed")
            del self._ended[pid]
            raise _Refused(report["refused"])
        worker.may_fork = report["layers"]["seccomp"] != "on"
        worker.may_write = report["layers"]["landlock"] != "on"
        return {"pid": pid, "layers": report["layers"], "tmp": tmp}

    def _fork(self, plan: Plan, required: str, channel: int) -> tuple[int, bytes]:
        """Start the process and wait for its report."""
        mine, childs = os.pipe()
        try:
            # No handler of ours may run in the child before it has forgotten them.
            signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGCHLD))
            try:
                pid = os.fork()
                if pid == 0:
                    self._become_worker(plan, required, channel, childs)
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGCHLD))
                os.close(childs)
            return pid, read_report(mine, PATIENCE)
        finally:
            os.close(mine)

    def _become_worker(self, plan: Plan, required: str, channel: int, report: int) -> NoReturn:
        status = CRASHED
        try:
            default_signals()
            for ours in (self._connection, self._claim):
                if ours is not None:
                    ours.detach()  # closed by number in a moment; the object must not close that number again
            inside = enter(plan, channel, report)
            reached = name_of(inside.layers)
            if RANK[reached] < RANK[required]:
                os.write(inside.report, json.dumps({"refused": _too_weak(inside.layers, reached, required)}).encode())
                raise SystemExit(status)
            os.write(inside.report, json.dumps({"layers": inside.layers}).encode())
            os.close(inside.report)
            status = _work(self._entry, inside.channel)
        except SystemExit as asked:
            status = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
        finally:
            os._exit(status & 0xFF)

    # Ending a worker

    def _end(self, worker: Running, cause: str, reaped: Reaped | None = None) -> None:
        """Kill a worker and all that it started, reap it, and wipe its folder."""
        del self._running[worker.pid]
        if worker.cause == "exited":
            worker.cause = cause
        for kill in (os.kill, os.killpg):  # not yet reaped, so neither number can be anybody else's
            with contextlib.suppress(OSError):
                kill(worker.pid, signal.SIGKILL)
        if worker.may_fork and worker.uid is not None:
            sweep(worker.uid)
        self._ended[worker.pid] = end_of(worker, reaped or wait_for(worker.pid))
        while len(self._ended) > REMEMBERED:
            del self._ended[next(iter(self._ended))]
        if worker.may_fork:
            self._end_strays()
        if worker.tmp is not None:
            self._wiping.append(private_folder.wipe(worker.tmp))
        if worker.may_write and worker.uid is not None:
            self._wiping.append(private_folder.wipe_leavings(worker.uid))
        self._wipe_for(WIPE_WITHIN)

    def _end_strays(self) -> None:
        """Children of ours that we never started: what a worker forked and left. Killing one may uncover more."""
        until = time.monotonic() + DEATH_WITHIN / 2
        while time.monotonic() < until:
            strays = [pid for pid in children_of(os.getpid()) if pid not in self._running]
            if not strays:
                return
            for pid in strays:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
                wait_for(pid)

    def _reap(self) -> None:
        """Look at every dead child: a worker is cleaned up after, a stray is only buried."""
        if not PEEKS_AT_CHILDREN:
            for known in list(self._running.values()):
                if reaped := reap_if_dead(known.pid):
                    self._end(known, "exited", reaped)
            return
        while True:
            try:
                dead = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if dead is None:
                return
            worker = self._running.get(dead.si_pid)
            if worker is not None:
                self._end(worker, "exited")
            else:
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(dead.si_pid, os.WNOHANG)

    def _look_at_folders(self) -> None:
        now = time.monotonic()
        if now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        for worker in list(self._running.values()):
            if worker.tmp is not None and private_folder.is_over(worker.tmp, worker.most_bytes, worker.most_files):
                self._end(worker, "disk")

    def _wipe_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._wiping and time.monotonic() < until:
            try:
                next(self._wiping[0])
            except StopIteration:
                self._wiping.pop(0)
            except OSError as problem:
                self._wiping.pop(0)
                print(f"The grader could not wipe a private folder: {problem}", file=sys.stderr, flush=True)


class _Refused(Exception):
    """A request that is answered with a sentence for staff."""


def _too_weak(layers: dict[str, str], reached: str, required: str) -> str:
    missing = "; ".join(
        f"{name}: {state.removeprefix('unavailable: ')}" for name, state in layers.items() if state != "on"
    )
    return f"Isolation {required!r} is required, but a worker here only reached {reached!r} ({missing})."


def _work(entry: Entry, descriptor: int) -> int:
    """The worker's own part: take the payload from the channel and hand over to the entry point."""
    channel = socket.socket(fileno=descriptor)
    (length,) = PAYLOAD_LENGTH.unpack(_exactly(channel, PAYLOAD_LENGTH.size))
    payload = json.loads(_exactly(channel, min(length, MOST_PAYLOAD)))
    return entry(channel, payload) or 0


def _exactly(channel: socket.socket, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        more = channel.recv(count - len(data))
        if not more:
            raise SystemExit(0)  # the grader changed its mind
        data += more
    return bytes(data)


def _quiet_pipe() -> tuple[int, int]:
    ends = os.pipe()
    for end in ends:
        os.set_blocking(end, False)
    return ends
