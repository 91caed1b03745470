"""Charges a submission for time: what its process computes, or a quarter of the clock where that is more.

So a busy machine is never mistaken for slow code (whoever gets a quarter of a core or more pays for no more than it
computes), and whoever sleeps pays for that. All programs of a submission share one budget. What runs out of time, or
ends its process, is a loss: after each one there is half the patience for a call, so that code which hangs everywhere
ends soon; what was lost twice is not called again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from ..checks.errors import OutOfTime, StudentFailure, TimedOut

CLOCK = 4
"""So many seconds of the clock cost as much as one of the processor."""
LEAST = 0.2
"""Seconds of patience that are left after any number of losses: a right call takes thousandths of one."""
TWICE = 2
MANY = 10
"""Losses, after which one of a class of checks is enough to give it up."""
LOOK_EVERY = 0.2
"""Seconds between two looks at what a process has used."""
_OF_A_PROCESS = 2
"""Linux numbers the processor clocks of other processes by their process number and this."""


@dataclass
class Budget:
    """What a submission may still use."""

    seconds: float
    """For all of it."""
    call_seconds: Callable[[str], float]
    """Check → for one of its calls."""
    losses: Counter[str] = field(default_factory=Counter)
    """Class of checks of a program, or file, → how often it ran out of time or ended its process."""
    why: dict[str, StudentFailure] = field(default_factory=dict)
    """File → how it was lost, in words."""
    was_over: bool = False
    """Something was left untried."""

    def patience(self, check: str) -> float:
        """Seconds for one call; OutOfTime if there are none."""
        if self.seconds <= 0:
            self.was_over = True
            raise OutOfTime("there was no time left for this")
        halved = self.call_seconds(check) * 0.5 ** self.losses.total()
        return min(max(halved, LEAST), self.seconds)

    def lose(self, name: str) -> None:
        self.losses[name] += 1

    def forgive(self, name: str) -> None:
        """It was lost by something else."""
        self.losses.pop(name, None)
        self.why.pop(name, None)

    def gives_up(self, name: str) -> bool:
        """Whether this is not to be tried again."""
        return self.losses[name] >= (1 if self.losses.total() > MANY else TWICE)

    def with_seconds(self, seconds: float) -> Budget:
        """Another one for the same submission. It remembers the files that were lost, and no checks: what came of these
        on hidden numbers is nothing to be told on public ones."""
        files = Counter({name: count for name, count in self.losses.items() if name in self.why})
        return Budget(seconds, self.call_seconds, files, self.why)


class Charge:
    """What one question to a process costs, from now on."""

    def __init__(self, pid: int, budget: Budget, patience: float) -> None:
        self._pid, self._budget = pid, budget
        self._began, self._computed = time.monotonic(), _computed(pid)
        self._patience = patience

    @property
    def seconds(self) -> float:
        return max(_computed(self._pid) - self._computed, (time.monotonic() - self._began) / CLOCK)

    def wait(self) -> float:
        """Seconds until the next look; TimedOut if there is no more to wait for."""
        if time.monotonic() - self._began > LOOK_EVERY and self.seconds >= self._patience:
            raise TimedOut(f"it did not finish within {self._patience:g} s")
        return LOOK_EVERY

    def stop(self) -> None:
        self._budget.seconds -= self.seconds


def _computed(pid: int) -> float:
    """Processor seconds of a process; none where it is gone, or where the system does not tell."""
    try:
        return time.clock_gettime((~pid << 3) | _OF_A_PROCESS)
    except (AttributeError, OSError, OverflowError):
        return 0.0
