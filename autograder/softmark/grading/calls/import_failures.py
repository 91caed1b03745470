"""Remembers files that could not be imported, and decides whom to blame when an import takes the worker down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...checks.errors import Died, NotLoaded, StudentFailure
from ..allowance import Allowance


class ImportFailures:
    """The failures of one worker and its successors. A file that ends a process twice is left out from then on."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._left_out: dict[str, NotLoaded] = allowance.bad_files
        self._deaths: Counter[str] = Counter()
        self.by_module: dict[str, StudentFailure] = {**self._left_out}

    def begin_files(self) -> None:
        """Forget what earlier sources failed with: there are others from now on."""
        self.by_module = {**self._left_out}

    def is_left_out(self, module: str) -> bool:
        return module in self._left_out

    def note(self, module: str, failure: StudentFailure) -> None:
        """Note that importing this file raised something; the first account of it stands."""
        self.by_module.setdefault(module, failure)

    def first_death(self, step: str) -> bool:
        """Somebody else may have killed a worker (the kernel, short of memory): nobody is blamed for one death."""
        self._deaths[step] += 1
        return self._deaths[step] == 1

    def leave_out(self, module: str, why: str) -> None:
        """Import this file no more."""
        self._left_out[module] = self.by_module[module] = failure = NotLoaded(why)
        self._allowance.blame(module, failure)

    def blame_earlier(self, module: str, before: Sequence[str]) -> None:
        """The worker was lost over a file of which nothing ran: one that was imported before it broke the process.

        A file that was imported without a word can still leave a process that does not answer any more.
        """
        guilty = next((earlier for earlier in reversed(before) if earlier not in self._left_out), None)
        if guilty is None:
            mute = "your code ended the process that ran it, or silenced it, while it was imported"
            self._allowance.hopeless = Died(mute)
            return
        for blamed in (self._left_out, self.by_module):
            blamed.pop(module, None)
        self._allowance.acquit(module)
        self.leave_out(guilty, f"after importing {guilty}.py the process that ran your code did not answer")
