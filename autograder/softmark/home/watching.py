"""`--watch`: stays with the task at hand, checks it whenever a file is saved, and goes on when it is told to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..core.assignment import Task
from ..core.result import PASSED
from ..render.words.screen import Screen
from .keys import Keys
from .report import Report, finish, show_table

Saved = dict[str, tuple[int, int]]
Check = Callable[[Sequence[Task], Callable[[], bool]], Report | None]
"""Checks these tasks; gives up with None as soon as it is told that this is out of date."""
_EVERY = 0.2
_SETTLE = 0.15
"""Editors write a file in several steps; the check begins after the last of them."""
HELP = "Save a file, and it is checked again. n next   h hint   l list   a all   q quit"
WITHOUT_KEYS = "Save a file, and it is checked again. Ctrl-C ends it."


@dataclass
class Watch:
    folder: Path
    files: Sequence[str]
    wanted: Sequence[Task]
    screen: Screen
    check: Check
    keys: Keys
    at: Task | None = None
    """The task at hand, as soon as there is one."""
    seen: Report | None = None
    """The last report, with all that is known of other tasks."""
    _before: Saved = field(default_factory=dict)

    def run(self) -> None:
        """Until somebody quits."""
        tasks = self.wanted
        while tasks:
            self._before = self._saved()
            if report := self.check(tasks, self._out_of_date):
                self._show(report)
            tasks = self._what_next()
        self.screen.close()

    def _show(self, report: Report) -> None:
        rows = {**self.seen.rows, **report.rows} if self.seen else report.rows
        self.seen = replace(report, tasks=self.wanted, rows=rows)
        self.at = self.at or self.seen.at_hand() or self.wanted[-1]
        self.screen.clear()
        show_table(report, self.screen)
        finish(report, self.screen, f"{self._now(self.seen, self.at)}\n{HELP if self.keys else WITHOUT_KEYS}")

    def _now(self, report: Report, at: Task) -> str:
        """Where this leaves us."""
        if report.state(at) != PASSED:
            return f"Now: {report.to_do(at)}."
        then = self._next()
        return f"{at.id} passes. " + (f"n goes on to {then.id} {then.title}." if then else report.ending())

    def _what_next(self) -> Sequence[Task]:
        """Waits for a save, or a key; what is to be checked then."""
        while True:
            key = self._wait()
            if key == "q":
                return ()
            if key == "h" and self.seen and self.at:
                self.screen.say(f"\n{self.seen.hint(self.at)}")
            elif key == "l" and self.seen:
                show_table(self.seen, self.screen)
            elif key in ("", "a", "n"):
                self.at = {"": self.at, "a": None, "n": self._next() or self.at}[key]
                return [self.at] if self.at else self.wanted

    def _wait(self) -> str:
        """The key that was pressed; none when a file was saved."""
        while not self._out_of_date():
            if key := self.keys.pressed(_EVERY):
                return key
        time.sleep(_SETTLE)
        return ""

    def _out_of_date(self) -> bool:
        return self._saved() != self._before

    def _saved(self) -> Saved:
        """When each file was last changed, and how long it is."""
        found = [path for path in (self.folder / name for name in self.files) if path.is_file()]
        return {path.name: (path.stat().st_mtime_ns, path.stat().st_size) for path in found}

    def _next(self) -> Task | None:
        """The next task that does not pass yet, after the one at hand or from the beginning."""
        if not (self.seen and self.at):
            return None
        here = [task.id for task in self.wanted].index(self.at.id) if self.at in self.wanted else -1
        order = [*self.wanted[here + 1 :], *self.wanted[: here + 1]]
        return next((task for task in order if task != self.at and self.seen.state(task) != PASSED), None)
