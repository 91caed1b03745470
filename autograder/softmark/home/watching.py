"""`--watch`: stays with the task at hand, checks it whenever a file is saved, and goes on when it is told to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..core.assignment import Task
from ..core.result import PASSED
from ..render.words.screen import Screen
from .keys import Pressed
from .report import Report, finish, show_table

Check = Callable[[Sequence[Task]], Report | None]
"""Checks these tasks and shows their rows; None, where that cannot be done now."""
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
    pressed: Pressed | None
    """Says which key is."""
    at: Task | None = None
    """The task at hand, as soon as there is one."""
    seen: Report | None = None
    """The last report, with all that is known of other tasks."""
    _before: dict[str, tuple[int, int]] = field(default_factory=dict)

    def run(self) -> None:
        """Until somebody quits."""
        tasks = self.wanted
        while tasks:
            self._before = self._saved()
            self.screen.clear()
            if report := self.check(tasks):
                self._show(report)
            tasks = self._what_next()

    def _show(self, report: Report) -> None:
        rows = {**self.seen.rows, **report.rows} if self.seen else report.rows
        self.seen = replace(report, tasks=self.wanted, rows=rows)
        self.at = self.at or self.seen.at_hand() or self.wanted[-1]
        finish(report, self.screen, f"{self._now(self.seen, self.at)}\n{HELP if self.pressed else WITHOUT_KEYS}")

    def _now(self, report: Report, at: Task) -> str:
        """Where this leaves us."""
        if report.row(at).status != PASSED:
            return f"Now: {report.to_do(at)}."
        then = self._next()
        return f"{at.id} passes. " + (f"n goes on to {then.id} {then.title}." if then else report.ending())

    def _what_next(self) -> Sequence[Task]:
        """Waits for a save, or a key; what is to be checked then."""
        while not self._out_of_date():
            match self._key():
                case "q":
                    return ()
                case "h" if self.seen and self.at:
                    self.screen.say(f"\n{self.seen.hint(self.at)}")
                case "l" if self.seen:
                    show_table(self.seen, self.screen)
                case "a" | "n" as key:
                    self.at = (self._next() or self.at) if key == "n" else None
                    break
        else:
            time.sleep(_SETTLE)
        return [self.at] if self.at else self.wanted

    def _key(self) -> str:
        """The one that is pressed now, if any."""
        if self.pressed:
            return self.pressed(_EVERY)
        time.sleep(_EVERY)
        return ""

    def _out_of_date(self) -> bool:
        return self._saved() != self._before

    def _saved(self) -> dict[str, tuple[int, int]]:
        """When each file was last changed, and how long it is."""
        found = [path for path in (self.folder / name for name in self.files) if path.is_file()]
        return {path.name: (path.stat().st_mtime_ns, path.stat().st_size) for path in found}

    def _next(self) -> Task | None:
        """The next task that does not pass yet, after the one at hand or from the beginning."""
        if not (self.seen and self.at):
            return None
        place = self.seen.assignment.tasks.index
        here = place(self.at)
        left = [task for task in self.seen.open if task != self.at]
        return min(left, key=lambda task: (place(task) < here, place(task)), default=None)
