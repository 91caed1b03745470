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
GOES_ON = ("n", "a", "q")
HELP = "Save a file, and it is checked again. n next   h hint   l list   a all   q quit"
WITHOUT_KEYS = "Save a file, and it is checked again. Ctrl-C ends it."


def saved(folder: Path, files: Sequence[str]) -> Saved:
    """When each file was last changed, and how long it is."""
    found = {}
    for path in [folder / name for name in files]:
        if path.is_file():
            found[path.name] = (path.stat().st_mtime_ns, path.stat().st_size)
    return found


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
    _key: str = ""
    """The one that was pressed, and is not answered yet."""

    def run(self) -> None:
        """Until somebody quits."""
        tasks = self.wanted
        while tasks:
            self._before = saved(self.folder, self.files)
            if report := self.check(tasks, lambda: self._out_of_date() or self._told_to_stop()):
                self._show(report)
            tasks = self._what_next()
        self.screen.close()

    def _show(self, report: Report) -> None:
        rows = {**self.seen.rows, **report.rows} if self.seen else report.rows
        self.screen.clear()
        show_table(report, self.screen)
        finish(report, self.screen, self._on(replace(report, tasks=self.wanted, rows=rows)))

    def _on(self, report: Report) -> str:
        """Where this leaves us, in words."""
        self.seen = report
        self.at = self.at or report.at_hand() or self.wanted[-1]
        then = self._next()
        if report.state(self.at) != PASSED:
            now = f"Now: {report.to_do(self.at)}."
        else:
            now = f"{self.at.id} passes. " + (f"n goes on to {then.id} {then.title}." if then else report.ending())
        return f"{now}\n{HELP if self.keys else WITHOUT_KEYS}"

    def _told_to_stop(self) -> bool:
        """While it checks, a hint and the list can wait."""
        if not self._key and self.keys.pressed():
            self._key = self.keys.read()
        return self._key in GOES_ON

    def _what_next(self) -> Sequence[Task]:
        """Waits for a save, or a key; what is to be checked then."""
        while True:
            key = self._wait()
            if key == "q":
                return ()
            if key == "a":
                self.at = None
            elif key == "n":
                self.at = self._next() or self.at
            elif key:
                self._tell(key)
                continue
            return [self.at] if self.at else self.wanted

    def _wait(self) -> str:
        """The key that was pressed; none when a file was saved."""
        while not self._out_of_date():
            if not self._key and self.keys.pressed(_EVERY):
                self._key = self.keys.read()
            if self._key:
                pressed, self._key = self._key, ""
                return pressed
        time.sleep(_SETTLE)
        return ""

    def _out_of_date(self) -> bool:
        return saved(self.folder, self.files) != self._before

    def _next(self) -> Task | None:
        """The next task that does not pass yet, after the one at hand or from the beginning."""
        if not (self.seen and self.at):
            return None
        here = [task.id for task in self.wanted].index(self.at.id) if self.at in self.wanted else -1
        order = [*self.wanted[here + 1 :], *self.wanted[: here + 1]]
        return next((task for task in order if task != self.at and self.seen.state(task) != PASSED), None)

    def _tell(self, key: str) -> None:
        if self.seen and self.at and key == "h":
            self.screen.say(f"\n{self.seen.hint(self.at)}")
        elif self.seen and key == "l":
            show_table(self.seen, self.screen)
