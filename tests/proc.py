"""The processes of this machine, as /proc tells of them. Any of them may end while it is being looked at."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

A_HANG = 300.0
"""Seconds: on a machine with any load, only what never happens takes so long."""


def numbers() -> list[int]:
    """Every process there is. `Path.glob` would fail here when one ends at the wrong moment."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208


def stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none where the process is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def state(pid: int) -> str | None:
    """A letter: R running, S sleeping, T stopped, Z dead and not reaped; None when it is not there."""
    return next(iter(stat(pid)), None)


def children_of(pid: int) -> list[int]:
    return [each for each in numbers() if stat(each)[1:2] == [str(pid)]]


def below(pid: int) -> list[int]:
    """All that a process started, and what these started, as long as they live."""
    parents = {each: int(found[1]) for each in numbers() if (found := stat(each))}
    grown, more = {pid}, {pid}
    while more:
        more = {each for each, parent in parents.items() if parent in more} - grown
        grown |= more
    return sorted(grown - {pid})


def seconds(pid: int) -> float:
    """Processor seconds of a process that lives, and of what it started and waited for."""
    found = stat(pid)
    return sum(map(int, found[11:15])) / os.sysconf("SC_CLK_TCK") if found else 0.0


def until(holds: Callable[[], object], running: subprocess.Popen[str] | None = None) -> None:
    """Wait until something holds. Where it waits for a process that ends before that, the test fails with its words."""
    deadline = time.monotonic() + A_HANG
    while not holds():
        if running is not None and running.poll() is not None and not holds():
            shown, said = running.communicate()
            raise AssertionError(f"it ended too early, with {running.returncode}:\n{shown or ''}{said or ''}")
        assert time.monotonic() < deadline, "this takes too long"
        time.sleep(0.02)


def is_gone(pid: int, within: float = A_HANG, *, buried: bool = True) -> bool:
    """Whether a process ends within some time; `buried`: and is reaped, where that is our server's business."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        found = state(pid)
        if found is None or (found == "Z" and not buried):
            return True
        time.sleep(0.01)
    return False


def end(pid: int, how: int = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, how)
