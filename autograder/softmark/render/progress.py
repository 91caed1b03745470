"""A progress bar for people, a line now and then for logs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

QUIET_SECONDS = 15.0


class Tell(Protocol):
    def __call__(self, done: int, whole: int, free: int = 0, /) -> None:
        """So many are done, of so many; `free` of them cost no time and say nothing about the pace."""


@contextmanager
def bar(title: str) -> Iterator[Tell]:
    """Gives a function to call with (done, whole); shows rate and time left."""
    began = time.monotonic()
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
        with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
            task = shown.add_task(title, total=None, pace="starting")

            def show(done: int, whole: int, free: int = 0, /) -> None:
                shown.update(task, completed=done, total=whole, pace=pace(done, whole, free, time.monotonic() - began))

            yield show
        return
    last = began

    def tell(done: int, whole: int, free: int = 0, /) -> None:
        nonlocal last
        if done == whole or time.monotonic() - last > QUIET_SECONDS:
            last = time.monotonic()
            how = pace(done, whole, free, last - began)
            print(f"{title}: {done} of {whole}{', ' + how if how else ''}", file=sys.stderr, flush=True)

    yield tell


def pace(done: int, whole: int, free: int, seconds: float) -> str:
    """4.2/s, 3 min left"""
    worked = done - free
    if worked < 1 or seconds <= 0:
        return ""
    rate = worked / seconds
    shown = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
    left = (whole - done) / rate
    if done >= whole:
        return shown
    if left < 90:
        return f"{shown}, {left:.0f} s left"
    return f"{shown}, {left / 60:.0f} min left" if left < 5400 else f"{shown}, {left / 3600:.1f} h left"
