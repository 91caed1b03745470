"""Decides how long to wait for a process: so many seconds on the clock, and longer only while it cannot get at the
processor.

A machine that is busy with other things makes right answers late. Whoever loops has used the processor all the while;
whoever sleeps does not want it. Only a process that wants it and has had little of it is given more time.
"""

from __future__ import annotations

import math
import time
from pathlib import Path

ENOUGH = 0.4
"""The share of its time that a process must have had on the processor. On half a core it gets 0.5."""
MOST = 4
"""Times the time that a process may take at the very most."""

_OF_A_PROCESS = 2
"""Linux numbers the processor clocks of other processes by their process number and this."""


class Patience:
    """Begins when a process is asked something. `pid` 0 is nobody: then only the clock counts.

    `latest`, on the monotonic clock, is the end of all patience.
    """

    def __init__(self, pid: int, seconds: float, latest: float = math.inf) -> None:
        now = time.monotonic()
        self.seconds = seconds
        self.latest = min(latest, now + MOST * seconds)  # however often others make the deadline later
        self.deadline = min(now + seconds, self.latest)
        self._pid = pid
        self._used = processor_seconds(pid)
        self._times = 1

    def longer(self) -> bool:
        """At the deadline: whether to go on waiting, until the next one."""
        now = processor_seconds(self._pid)
        if self._used is None or now is None or self._times >= MOST or time.monotonic() >= self.latest:
            return False
        if now - self._used >= ENOUGH * self.seconds or not _wants_the_processor(self._pid):
            return False
        self._times += 1
        self.deadline = min(time.monotonic() + self.seconds, self.latest)
        return True

    def at_most(self, seconds: float) -> None:
        """From now on wait no longer than this."""
        self.latest = min(self.latest, time.monotonic() + seconds)
        self.deadline = min(self.deadline, self.latest)


def processor_seconds(pid: int) -> float | None:
    """What a process has used so far, where the system tells."""
    try:
        return time.clock_gettime((~pid << 3) | _OF_A_PROCESS) if pid else None
    except (AttributeError, OSError, OverflowError):
        return None


def _wants_the_processor(pid: int) -> bool:
    """It is ready to run, or waits for its own memory to be read back from the disk."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] in ("R", "D")
