"""Limits what calls may cost: how long one may take, how much a check may reply, when a function is not called
again."""

from __future__ import annotations

from contextlib import AbstractContextManager

from ...checks.errors import BadAnswer, Died, TimedOut
from ...sandbox import wire
from ...sandbox.patience import Patience
from ...sandbox.processor_time import Meter
from ..allowance import Allowance, OutOfTime

TRIES = 2
MOST_DEATHS = 2 * TRIES
"""Two checks, each of which is tried twice because somebody else may have killed a worker."""
TOGETHER_SECONDS = 1.0
"""For all the questions of a task together: a right answer takes a tenth of it."""
A_LONG_SLEEP = 2.0
"""Seconds. Who is cut off after so much in one call was waiting for nothing; who slept less might have gone on."""
CHECK_BYTES = 16 << 20
"""Replies to all the questions of one check: they are held until it is judged. A right answer needs a hundredth."""


class CallLimits:
    """Counts what calls have cost, by function. All workers in which the same names are replaced share the count."""

    def __init__(self, allowance: Allowance, replaced: frozenset[str], seconds: float) -> None:
        self.seconds = seconds
        """For one call."""
        self._allowance = allowance
        self._tries = allowance.tries(replaced)
        self._room = CHECK_BYTES
        """Bytes that the replies of this check may still take."""

    def begin_check(self) -> None:
        self._room = CHECK_BYTES

    def refuse(self, name: str) -> None:
        """Raise the failure that stands for calling a function that has cost too much already."""
        if self._tries.late[name] >= TRIES:
            raise TimedOut(f"{name} ran out of time {TRIES} times and was not called again")
        if self._tries.slept[name] >= TRIES:
            raise OutOfTime
        if self._tries.died[name] >= MOST_DEATHS:
            raise Died(f"{name} ended the process that ran it again and again, and was not called any more")

    def patience(self, name: str, meter: Meter, watched: bool) -> AbstractContextManager[Patience]:
        """How long to wait for one call."""
        seconds = self._allowance.for_a_call(self.seconds, late_before=self._tries.late[name] > 0)
        return self._allowance.patience(meter, seconds, explaining=watched)

    def patience_together(self, meter: Meter) -> AbstractContextManager[Patience]:
        """How long to wait for many calls in one frame."""
        return self._allowance.patience(meter, min(self.seconds, TOGETHER_SECONDS), tentative=True)

    def late(self, name: str, patience: Patience, watched: bool) -> TimedOut:
        """The failure for a call that did not end in time. Being watched makes code slow: that is not counted."""
        if self._allowance.over:
            raise OutOfTime from None
        slept = patience.blocked > patience.used / 2
        self._allowance.asleep = self._allowance.asleep or (slept and not watched)
        if not watched and patience.overslept:
            self._allowance.overslept = True
            if patience.blocked < A_LONG_SLEEP:
                self._tries.slept[name] += 1
                raise OutOfTime from None
        late_before = self._tries.late[name] > 0
        if not watched:
            self._tries.late[name] += 1
            self._allowance.ran_out()
        if patience.overslept:
            return TimedOut(f"{name} did not finish: it slept, or waited for something, for longer than a grade allows")
        if late_before and not slept:
            return TimedOut(f"{name} ran out of time again, after {patience.seconds:g} s")
        why = "most of the time it slept, or waited for something" if slept else "is there an endless loop?"
        return TimedOut(f"{name} did not finish within {patience.seconds:g} s: {why}")

    def died(self, name: str, watched: bool) -> None:
        """A call ended its process. While it was watched, that is not counted."""
        self._tries.died[name] += not watched

    def take(self, reply: wire.Sealed) -> None:
        """BadAnswer if this check has replied far too much."""
        self._room -= len(reply.text) + len(reply.body)
        if self._room < 0:
            raise BadAnswer("your code returned far more in one check than any right answer")
