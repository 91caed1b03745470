"""Limits how much the reading of one submission may take, counted in steps and not in seconds.

So every machine reads equally far, however slow or busy it is. A step is about a microsecond or two: an expression
worked out once, a symbol that it may stand for, a node read, a few characters put together.
"""

from __future__ import annotations

MOST = 500_000
"""Steps for everything. Of all known answers, right and wrong, none takes over 3,400: this is 140 times that."""
FEW = 60
"""Beyond that, each further expression still gets so many: a plain use takes five, and is found in any case."""


class Work:
    def __init__(self) -> None:
        self.done = 0
        self.given_up = 0
        """How often something was left unread because it would have taken too much."""
        self._stop = MOST
        """Where the expression that is worked out now ends."""

    @property
    def over(self) -> bool:
        return self.done > MOST

    def begin(self) -> None:
        """Begin another expression, or another piece of code."""
        self._stop = max(MOST, self.done + FEW)

    def spend(self, steps: int = 1) -> None:
        self.done += steps

    def goes_on(self) -> bool:
        """Spend a step, if there is one left; otherwise this is given up."""
        if self.done >= self._stop:
            self.given_up += 1
            return False
        self.done += 1
        return True

    def give_up(self) -> None:
        self.given_up += 1
