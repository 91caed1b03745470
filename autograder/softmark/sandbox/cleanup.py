"""Ends a worker and all that it started: kills, reaps, and finds what was left behind."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from softmark.sandbox.layers import kernel

Reaped = tuple[int, resource.struct_rusage]


DEATH_WITHIN = 1.0


@dataclass
class Running:
    """A worker that lives, or has died and not been cleaned up after."""

    pid: int
    slot: int
    uid: int | None
    """Its own user, where it has one."""
    tmp: str | None
    most_bytes: int
    most_files: int
    may_fork: bool = True
    """Seccomp is off, so there may be more of it."""
    may_write: bool = True
    """Landlock is off, so it may have left files elsewhere."""
    cause: str = "exited"


def wait_for(pid: int) -> Reaped | None:
    """Reap one child, within a second. A killed process dies in microseconds unless the kernel holds on to it."""
    until = time.monotonic() + DEATH_WITHIN
    pause = 0.0002
    while True:
        try:
            reaped = reap_if_dead(pid)
        except ChildProcessError:
            return None
        if reaped is not None or time.monotonic() > until:
            return reaped
        time.sleep(pause)
        pause = min(pause * 2, 0.01)


def reap_if_dead(pid: int) -> Reaped | None:
    number, status, usage = os.wait4(pid, os.WNOHANG)
    return (status, usage) if number else None


def end_of(worker: Running, reaped: Reaped | None) -> dict[str, Any]:
    if reaped is None:
        return {"code": None, "signal": int(signal.SIGKILL), "cause": worker.cause, "cpu_seconds": 0.0, "peak_mb": 0.0}
    status, usage = reaped
    if worker.cause == "killed" and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        worker.cause = "exited"  # it was already on its way when the grader asked
    unit = 1024 if kernel.on_linux() else 1024 * 1024
    return {
        "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
        "cause": worker.cause,
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
        "peak_mb": round(usage.ru_maxrss / unit, 1),
    }


def in_words(end: dict[str, Any]) -> str:
    if end["signal"] is not None:
        return f"signal {end['signal']}"
    return f"exit code {end['code']}"


def sweep(uid: int) -> None:
    """Kill everything that a user runs, in one pass that no fork can outrun: the kernel does it in one go.

    It has to be done by that user (root would reach everybody), hence a child that becomes it.
    """
    if uid < 1 or uid == os.getuid():
        return
    for _ in range(3):
        try:
            pid = os.fork()
        except OSError:  # the machine is full of processes, theirs no doubt
            _kill_one_by_one(uid)
            continue
        if pid == 0:
            try:
                os.setresuid(uid, uid, uid)
                if os.getresuid() == (uid, uid, uid):
                    os.kill(-1, signal.SIGKILL)
            finally:
                os._exit(0)
        reaped = wait_for(pid)
        if reaped is not None and os.WIFEXITED(reaped[0]):
            return  # it was not itself killed by what it came for


def _kill_one_by_one(uid: int) -> None:
    for name in _process_names():
        with contextlib.suppress(OSError):
            if f"\nUid:\t{uid}\t" in Path(f"/proc/{name}/status").read_text(encoding="utf-8", errors="replace"):
                os.kill(int(name), signal.SIGKILL)


def children_of(parent: int) -> list[int]:
    """Process numbers whose parent is `parent`; none where there is no /proc."""
    return [int(name) for name in _process_names() if _parent_of(name) == parent]


def _process_names() -> list[str]:
    try:
        return [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208  (processes, not files)
    except OSError:
        return []


def _parent_of(name: str) -> int | None:
    try:
        stat = Path(f"/proc/{name}/stat").read_text(encoding="utf-8", errors="replace")
        # The program's name stands in brackets and may hold anything, brackets too.
        return int(stat.rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return None
