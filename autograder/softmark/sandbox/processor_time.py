"""Meters a process by the kernel's own counts: how long it computed, and how long it waited for a core.

What is left of the clock is neither: it slept, or waited for somebody. So a busy machine is never mistaken for a
sleeping program, nor a sleeping program for a slow one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

EVERY = 0.2
"""Seconds between two looks at a process. What a thread waited is lost when it ends between two of them."""

_OF_A_PROCESS = 2
"""Linux numbers the processor clocks of other processes by their process number and this."""


@dataclass(frozen=True)
class KernelCounts:
    """What the kernel has counted of a process since it began, in seconds."""

    computed: float
    waited: Mapping[int, float] | None = field(default_factory=dict)
    """Thread → how long it was ready to run and had no core; None where this kernel does not count it. What it waits
    now is counted once it has a core."""
    state: str = ""
    """R: a thread computes or is ready to. D: one waits for the disk, perhaps for its own memory to be read back."""


class Kernel:
    """Where the counts come from."""

    def clock(self) -> float:
        return time.monotonic()

    def of(self, pid: int) -> KernelCounts | None:
        """None: the process is gone, or this system does not tell."""
        try:
            computed = time.clock_gettime((~pid << 3) | _OF_A_PROCESS)
            threads = [each.name for each in Path(f"/proc/{pid}/task").iterdir()]
        except (AttributeError, OSError, OverflowError):
            return None
        states = {_state(f"/proc/{pid}/task/{thread}/stat") for thread in threads}
        found = {int(thread): _schedstat(f"/proc/{pid}/task/{thread}/schedstat") for thread in threads}
        waited = {thread: seconds for thread, seconds in found.items() if seconds is not None}
        return KernelCounts(computed, waited or None, next((state for state in "RD" if state in states), "S"))

    def own(self) -> tuple[float, float]:
        """How long this very thread has computed, and waited for a core."""
        return time.thread_time(), _schedstat("/proc/thread-self/schedstat") or 0.0


def _schedstat(path: str) -> float | None:
    """The second of three numbers, in nanoseconds."""
    fields = _read(path).split()
    return int(fields[1]) / 1e9 if len(fields) > 1 else None


def _state(path: str) -> str:
    return _read(path).rpartition(b")")[2].strip()[:1].decode()


def _read(path: str) -> bytes:
    """Empty: gone, or a kernel that does not count this."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            return os.read(descriptor, 1024)
        finally:
            os.close(descriptor)
    except OSError:
        return b""


KERNEL = Kernel()


class Meter:
    """Adds up what one process made its asker wait for, from questions to answers; `pid` 0 is nobody.

    The kernel is asked when enough has come together, since most questions are answered within a moment.
    """

    def __init__(self, pid: int = 0, kernel: Kernel = KERNEL) -> None:
        self.kernel = kernel
        self.waited = 0.0
        """For a core: this process, and whoever asked it."""
        self._pid = pid
        self._used = 0.0
        self._blocked = 0.0
        self._last = kernel.of(pid) if pid else None
        self._at = kernel.clock()
        self._own = kernel.own()
        self._pending = self._own_computed = self._own_waited = 0.0
        self._undecided = 0.0
        """It was ready to run and did not: it waits, if the kernel says so once it has run."""

    @property
    def used(self) -> float:
        """Seconds on the clock, without waiting for a core."""
        return self._used + self._pending

    @property
    def blocked(self) -> float:
        """Seconds of these in which it did not compute either."""
        return self._blocked

    @property
    def computed(self) -> float:
        """Processor seconds of the process, as long as it lives."""
        now = self.kernel.of(self._pid) if self._pid else None
        return now.computed if now is not None else 0.0

    @property
    def counts(self) -> bool:
        """Whether the kernel tells how long this process waits for a core."""
        return self._last is not None and self._last.waited is not None

    def begin(self) -> None:
        """Something is asked from now on."""
        self._at, self._own = self.kernel.clock(), self.kernel.own()

    def look(self, *, closely: bool = False) -> None:
        """Add what has passed since; the process was asked all the while."""
        now, own = self.kernel.clock(), self.kernel.own()
        self._pending += now - self._at
        self._own_computed += own[0] - self._own[0]
        self._own_waited += own[1] - self._own[1]
        self._at, self._own = now, own
        if closely or self._pending >= EVERY:
            self._settle()

    def excuse(self, waited: float) -> None:
        """What has passed since was the asker's own doing, which waited so long for a core: used, and not blocked."""
        now = self.kernel.clock()
        self._used += max(now - self._at - waited, 0.0)
        self.begin()

    def _settle(self) -> None:
        elapsed, mine, waited = self._pending, self._own_computed, self._own_waited
        self._pending = self._own_computed = self._own_waited = 0.0
        before, now = self._last, self.kernel.of(self._pid) if self._pid else None
        self._last = now or before
        if now is None or before is None:  # nothing is known but the clock
            self._used += max(elapsed - waited, 0.0)
            return
        computed = max(now.computed - before.computed, 0.0)
        counted = _waited_since(before, now, elapsed)
        # it has run since; a wait that the kernel has counted says so, too, where it ran between two of our readings
        if computed > 0 or counted > 0 or now.state != "R":
            counted -= self._decide(counted)
        waited = min(
            counted + waited, max(elapsed - computed, 0.0)
        )  # many threads wait at once; the clock goes on once
        rest = max(elapsed - waited - computed - mine, 0.0)
        self.waited += waited
        self._used += elapsed - waited
        if now.state == "R":
            self._undecided += rest
            self._used -= rest
        elif now.state != "D":
            self._blocked += rest

    def _decide(self, counted: float) -> float:
        """How much of what was undecided the kernel says it waited; the rest was sleep, timed to be awake for looks."""
        waited = min(counted, self._undecided)
        slept = self._undecided - waited
        self.waited += waited
        self._used += slept
        self._blocked += slept
        self._undecided = 0.0
        return waited


def _waited_since(before: KernelCounts, now: KernelCounts, elapsed: float) -> float:
    if now.waited is None or before.waited is None:  # a guess: who is ready to run wants to
        return elapsed if now.state == "R" else 0.0
    return sum(seconds - before.waited.get(thread, 0.0) for thread, seconds in now.waited.items())
