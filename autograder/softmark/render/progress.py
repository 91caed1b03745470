"""Shows progress: a bar for people, a line now and then for logs."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from ..grading.result import Result
from .say import say

QUIET_SECONDS = 15.0
PACE_SECONDS = 60.0
"""The pace is that of the last minute."""


class Tell(Protocol):
    def __call__(self, done: int, whole: int, free: int = 0, /) -> None:
        """So many are done, of so many; `free` of them cost no time and say nothing about the pace."""


@contextmanager
def bar(title: str, *, brief: bool = False) -> Iterator[Tell]:
    """Gives a function to call with (done, whole); shows rate and time left. `brief` is for work of seconds: a log
    hears of it only where it takes long. It has no thread, so whoever shows it may fork."""
    pace = Pace()
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, auto_refresh=not brief) as shown:
            task = shown.add_task(title, total=None, pace="starting")

            def show(done: int, whole: int, free: int = 0, /) -> None:
                shown.update(task, completed=done, total=whole, pace=pace.says(done, whole, free), refresh=brief)

            yield show
        return
    last = time.monotonic()

    def tell(done: int, whole: int, free: int = 0, /) -> None:
        nonlocal last
        how = pace.says(done, whole, free)
        if (done == whole and not brief) or time.monotonic() - last > QUIET_SECONDS:
            last = time.monotonic()
            say(f"{title}: {done} of {whole}{', ' + how if how else ''}", file=sys.stderr, flush=True)

    yield tell


@contextmanager
def of_a_grade() -> Iterator[Callable[[Result], None]]:
    """Gives a function to call with the result as it grows: so many of its checks are made."""
    with bar("grading, checks made", brief=True) as tell:

        def show(result: Result) -> None:
            checks = [check for item in result.items for check in item.checks]
            tell(sum(check.passed is not None for check in checks), len(checks))

        yield show


class Pace:
    """How fast it goes of late. Beginnings are slow, and they should not be held against the rest."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen = deque([(clock(), 0)])
        """(time, how many had been worked on by then)"""

    def says(self, done: int, whole: int, free: int) -> str:
        """4.2/s, 3 min left"""
        now, worked = self._clock(), done - free
        self._seen.append((now, worked))
        while len(self._seen) > 2 and now - self._seen[1][0] > PACE_SECONDS:
            self._seen.popleft()
        then, before = self._seen[0]
        if worked <= before or now <= then:
            return ""
        rate = (worked - before) / (now - then)
        said = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        return said if done >= whole else f"{said}, {_left((whole - done) / rate)} left"


def _left(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
