"""Counts what one grade may still take: time for calls and imports, and tries at files that break the process.

Shared by all the workers of a grade, so that a submission which hangs in one of them does not get the same patience in
the next. Somebody with two endless loops has been shown all that can be shown: later calls, which take thousandths of a
second when they are right, get less.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field

from ..checks.errors import Died, NotLoaded, StudentFailure
from ..sandbox.patience import Patience

TWICE = 2
LOADING_SECONDS = 45.0
"""For all imports of one grade together, however often its files are loaded. Right files take a moment each."""
A_MOMENT = 0.5
"""Seconds. What an import takes of this is nobody's concern; less than twice that is never given."""
LEAST_SECONDS = 1.0


class OutOfTime(StudentFailure):
    """The time for the whole grade was over in the middle of this."""

    category = "out of time"

    def __init__(self) -> None:
        super().__init__("there was no time left for this")


@dataclass(frozen=True)
class Tries:
    """What calls of each function have cost."""

    late: Counter[str] = field(default_factory=Counter)
    """How often it ran out of time."""
    died: Counter[str] = field(default_factory=Counter)
    """How often it ended its process, or answered what nobody can read."""


class Allowance:
    """`seconds`: for the whole grade, from now on."""

    def __init__(self, seconds: float = math.inf) -> None:
        self.until = time.monotonic() + seconds
        self._late = 0
        self._tries: dict[frozenset[str], Tries] = {}
        self._loading = LOADING_SECONDS
        self._blamed: Counter[str] = Counter()
        self._bad_files: dict[str, NotLoaded] = {}
        self.hopeless: Died | None = None
        """Why no worker gets past loading these files, whichever of them are left out."""

    def patience(self, pid: int, seconds: float) -> Patience:
        return Patience(pid, seconds, self.until)

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    def for_a_call(self, usual: float) -> float:
        """Seconds: half after two calls that ran out of time, a quarter after four."""
        share = 4 if self._late >= 2 * TWICE else 2 if self._late >= TWICE else 1
        return max(usual / share, min(usual, LEAST_SECONDS))

    def tries(self, carried: frozenset[str]) -> Tries:
        """What calls have cost in workers in which these names are carried."""
        return self._tries.setdefault(carried, Tries())

    def ran_out(self) -> None:
        """Note that a call did not finish in time."""
        self._late += 1

    def for_an_import(self, usual: float) -> float:
        return min(usual, max(self._loading, LEAST_SECONDS))

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
