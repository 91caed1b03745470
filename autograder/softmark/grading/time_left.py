"""The time for one whole grade: once it is over, nothing more is tried."""

from __future__ import annotations

from collections.abc import Callable


class TimeLeft:
    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self._clock = clock
        self._began = clock()
        self._seconds = seconds
        self._over = False

    @property
    def is_over(self) -> bool:
        self._over = self._over or self.taken > self._seconds
        return self._over

    @property
    def was_over(self) -> bool:
        """Whether anything was left untried because the time was over."""
        return self._over

    @property
    def taken(self) -> float:
        return self._clock() - self._began

    def end(self) -> None:
        """Note that a call was cut off because the time was over."""
        self._over = True
