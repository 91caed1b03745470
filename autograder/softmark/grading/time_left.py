"""The time for one whole grade: once it is over, nothing more is tried."""

from __future__ import annotations

from collections.abc import Callable

from .allowance import Allowance


class TimeLeft:
    """`seconds` on the clock, and what `allowance` counts."""

    def __init__(self, clock: Callable[[], float], seconds: float, allowance: Allowance) -> None:
        self.allowance = allowance
        self._clock = clock
        self._began = clock()
        self._seconds = seconds
        self._was_over = False

    @property
    def is_over(self) -> bool:
        """For these numbers. Public ones have a share of it."""
        is_over = self._is_over
        self._was_over = is_over or self._was_over
        return is_over

    @property
    def was_over(self) -> bool:
        """Whether anything was left untried because time was over."""
        return self._was_over or self.allowance.overslept

    @property
    def taken(self) -> float:
        return self._clock() - self._began

    @property
    def may_explain(self) -> bool:
        """Whether there is time to learn more about an answer than whether it is right."""
        return self.allowance.explain_left > 0 and not self._is_over

    @property
    def _is_over(self) -> bool:
        return self.taken > self._seconds or self.allowance.over

    def end(self) -> None:
        """Note that a call was cut off because the time was over."""
        self._was_over = True
