"""Shows progress: a bar for people, a line now and then for logs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from ..grading.result import Result
from .say import say

QUIET_SECONDS = 15.0


class Tell(Protocol):
    def __call__(self, done: int, whole: int, free: int = 0, /) -> None:
        """So many are done, of so many; `free` of them cost no time and say nothing about the pace."""


@contextmanager
def bar(title: str, *, brief: bool = False) -> Iterator[Tell]:
    """Gives a function to call with (done, whole); shows the time left. `brief` is for work of seconds: a log hears of
    it only where it takes long. It has no thread, so whoever shows it may fork."""
    began = last = time.monotonic()
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
        with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as shown:
            task = shown.add_task(title, total=None, left="starting")

            def show(done: int, whole: int, free: int = 0, /) -> None:
                left = time_left(time.monotonic() - began, done - free, whole - done)
                shown.update(task, completed=done, total=whole, left=left, refresh=True)

            yield show
        return

    def tell(done: int, whole: int, free: int = 0, /) -> None:
        nonlocal last
        if (done == whole and not brief) or time.monotonic() - last > QUIET_SECONDS:
            last = time.monotonic()
            left = time_left(last - began, done - free, whole - done)
            say(f"{title}: {done} of {whole}{', ' + left if left else ''}", file=sys.stderr, flush=True)

    yield tell


def time_left(seconds: float, done: int, more: int) -> str:
    """3 min left, if the rest takes as long as what was done in these seconds."""
    if done <= 0 or more <= 0:
        return ""
    left = seconds / done * more
    if left < 90:
        return f"{left:.0f} s left"
    return f"{left / 60:.0f} min left" if left < 5400 else f"{left / 3600:.1f} h left"


@contextmanager
def of_a_grade() -> Iterator[Callable[[Result], None]]:
    """Gives a function to call with the result as it grows: so many of its checks are made."""
    with bar("grading, checks made", brief=True) as tell:

        def show(result: Result) -> None:
            checks = [check for item in result.items for check in item.checks]
            tell(sum(check.passed is not None for check in checks), len(checks))

        yield show
