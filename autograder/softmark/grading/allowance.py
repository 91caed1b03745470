"""Counts what one grade may still take: time for calls and imports, and tries at files that break the process.

Time is what the kernel counts: waiting for a core is nobody's fault and costs nothing, sleeping costs most. Public
numbers get a share of all of it. What is right on them has the rest to be right on hidden ones too, so slow code keeps
what it earned before its time ran out.

Shared by all the workers of a grade, so that a submission which hangs in one of them does not get the same patience in
the next. Somebody with two endless loops has been shown all that can be shown: later calls, which take thousandths of a
second when they are right, get less.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..checks.errors import Died, NotLoaded, StudentFailure
from ..sandbox.patience import Patience
from ..sandbox.processor_time import Meter

TWICE = 2
LOADING_SECONDS = 12.0
"""For all imports of one grade together, however often its files are loaded. Right files take a moment each."""
BEFORE_HIDDEN = 0.4
"""The share of everything that is for public numbers. Hidden ones also have the slow tasks."""
A_NAP = 0.1
"""Seconds that a call may be blocked once all sleep is used up. Nobody is blocked that long by accident."""
A_MOMENT = 0.5
"""Seconds. What an import takes of this is nobody's concern; less than twice that is never given."""
LEAST_SECONDS, LEAST_FOR_AN_IMPORT = 0.2, 1.0
_ROUNDING = 1e-6


class OutOfTime(StudentFailure):
    """The time for the whole grade was over in the middle of this: neither right nor wrong."""

    category = "out of time"

    def __init__(self) -> None:
        super().__init__("there was no time left for this")


@dataclass(frozen=True)
class Tries:
    """What calls of each function have cost."""

    late: Counter[str] = field(default_factory=Counter)
    """How often it ran out of time."""
    slept: Counter[str] = field(default_factory=Counter)
    """How often it slept a little when there was no sleep left."""
    died: Counter[str] = field(default_factory=Counter)
    """How often it ended its process, or answered what nobody can read."""


class Allowance:
    """For the whole grade, from now on: `seconds` on the clock, `work` without waiting for a core, `sleep` blocked. Of
    the work, `explain` may go into watching what runs and into looking for the line of a mistake."""

    def __init__(
        self,
        seconds: float = math.inf,
        work: float = math.inf,
        sleep: float = math.inf,
        explain: float = math.inf,
    ) -> None:
        self._began = time.monotonic()
        self._all = seconds, work, sleep
        self._worked = self._slept = self._explained = 0.0
        self._explain = explain
        self.overslept = False
        """A call was cut off because all sleep was used up."""
        self.asleep = False
        """A call was cut off that slept most of the time."""
        self.overworked = False
        """Something was left untried because all work was used up."""
        self.share(1.0)
        self._late = 0
        self._tries: dict[frozenset[str], Tries] = {}
        self._loading = LOADING_SECONDS
        self._blamed: Counter[str] = Counter()
        self._bad_files: dict[str, NotLoaded] = {}
        self.hopeless: Died | None = None
        """Why no worker gets past loading these files, whichever of them are left out."""

    def share(self, share: float) -> None:
        """Only so much of everything may be used until this is called again."""
        seconds, self._work, self._sleep = (share * all_of_it for all_of_it in self._all)
        self.until = self._began + seconds

    @contextmanager
    def patience(
        self, meter: Meter, seconds: float, *, explaining: bool = False, tentative: bool = False
    ) -> Iterator[Patience]:
        """How long to wait for an answer; what came of it is counted. `explaining`: so that somebody learns more about
        an answer, which may make code slow, and costs no sleep. `tentative`: without an answer it costs none either."""
        left = min(seconds, max(self._work - self._worked, 0.0))
        left = min(left, self.explain_left) if explaining else left
        sleep = math.inf if explaining else max(self._sleep - self._slept, min(A_NAP, self._sleep))
        patience = Patience(meter, left, self.until, sleep)
        answered = False
        try:
            yield patience
            answered = True
        finally:
            meter.look()
            self._worked += patience.used
            if explaining:
                self._explained += max(patience.used, 0.0)
            elif answered or not tentative:
                self._slept += patience.blocked

    @property
    def over(self) -> bool:
        worked_off = self._worked >= self._work - _ROUNDING
        self.overworked = self.overworked or worked_off
        return worked_off or time.monotonic() >= self.until

    @property
    def slept(self) -> float:
        """Seconds that calls have been blocked so far."""
        return self._slept

    @property
    def explain_left(self) -> float:
        return max(self._explain - self._explained, 0.0)

    def explained(self, seconds: float) -> None:
        """Note what the grader itself took to understand an account."""
        self._explained += seconds
        self._worked += seconds

    def for_a_call(self, usual: float, late_before: bool) -> float:
        """Seconds: a quarter after two calls that ran out of time. Of a function that did so itself a quarter at once,
        a sixteenth after two calls, and so on: nobody waits for an endless loop twice. Another one may be slow and
        right, however many endless loops stand beside it."""
        times = self._late // TWICE
        return max(usual / 4.0 ** (times + 1 if late_before else min(times, 1)), min(usual, LEAST_SECONDS))

    def tries(self, carried: frozenset[str]) -> Tries:
        """What calls have cost in workers in which these names are carried."""
        return self._tries.setdefault(carried, Tries())

    def ran_out(self) -> None:
        """Note that a call did not finish in time."""
        self._late += 1

    def for_an_import(self, usual: float) -> float:
        return min(usual, max(self._loading, LEAST_FOR_AN_IMPORT))

    def imported(self, seconds: float) -> None:
        """Note that an import took so long, whatever came of it."""
        self._loading -= max(seconds - A_MOMENT, 0.0)

    def blame(self, module: str, failure: NotLoaded) -> None:
        """Note that a worker was given up because of this file. Another worker, with other names replaced, may do; a
        third will not."""
        self._blamed[module] += 1
        if self._blamed[module] >= TWICE:
            self._bad_files[module] = failure

    def acquit(self, module: str) -> None:
        """Take the blame back: it was another file after all."""
        self._blamed[module] -= 1
        self._bad_files.pop(module, None)

    @property
    def bad_files(self) -> dict[str, NotLoaded]:
        """Files that are not tried again in this grade."""
        return dict(self._bad_files)
