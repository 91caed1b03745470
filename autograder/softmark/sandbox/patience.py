"""Decides how long to wait for a process: so many seconds, not counting those in which it cannot get at the processor,
and so many of sleep.

A machine that is busy with other things makes right answers late, and the kernel knows by how much. Whoever loops or
sleeps gets no longer for it.
"""

from __future__ import annotations

import math

from .processor_time import EVERY, Meter

MOST = 4
"""Times the time that a process may take at the very most where the kernel does not count how long it waits."""
_A_LOOK = 0.01
"""Seconds. Nobody looks more often."""


class Patience:
    """Begins when a process is asked something.

    `latest`, on the monotonic clock, is the end of all patience. `sleep`: seconds that it may be blocked.
    """

    def __init__(self, meter: Meter, seconds: float, latest: float = math.inf, sleep: float = math.inf) -> None:
        now = meter.kernel.clock()
        self.meter = meter
        self.seconds = seconds
        self.latest = latest if meter.counts else min(latest, now + MOST * seconds)
        self.deadline = min(now + min(seconds, EVERY), self.latest)
        """When to look whether to wait on."""
        self._sleep = sleep
        self._used, self._blocked = meter.used, meter.blocked
        meter.begin()

    @property
    def used(self) -> float:
        return self.meter.used - self._used

    @property
    def blocked(self) -> float:
        return self.meter.blocked - self._blocked

    @property
    def overslept(self) -> bool:
        return self.blocked >= self._sleep

    @property
    def left(self) -> float:
        return max(self.seconds - self.used, 0.0)

    @property
    def send_by(self) -> float:
        """Until when to wait for the process to take what it is sent. Half a frame cannot be taken back."""
        return min(self.meter.kernel.clock() + max(self.left, _A_LOOK), self.latest)

    def longer(self) -> bool:
        """At the deadline: whether to go on waiting, until the next one."""
        self.meter.look(closely=True)
        now = self.meter.kernel.clock()
        if self.left <= 0 or self.overslept or now >= self.latest:
            return False
        awake = max(self._sleep - self.blocked, _A_LOOK)
        self.deadline = min(now + max(min(EVERY, self.left, awake), _A_LOOK), self.latest)
        return True

    def at_most(self, seconds: float) -> None:
        """From now on wait no longer than this."""
        self.latest = min(self.latest, self.meter.kernel.clock() + seconds)
        self.deadline = min(self.deadline, self.latest)
