"""A progress bar for people, a line now and then for logs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

QUIET_SECONDS = 15.0


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Gives a function to call with (done, whole); shows rate and time left on a terminal."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
            task = shown.add_task(title, total=None)
            yield lambda done, whole: shown.update(task, completed=done, total=whole)
        return
    last = time.monotonic()

    def tell(done: int, whole: int) -> None:
        nonlocal last
        if done == whole or time.monotonic() - last > QUIET_SECONDS:
            last = time.monotonic()
            print(f"{title}: {done} of {whole}", file=sys.stderr, flush=True)

    yield tell
