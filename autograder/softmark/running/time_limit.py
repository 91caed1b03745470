"""Ends a call of staff's own code that takes longer than a student's may: a known mistake can be that it is slow."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from ..checks.errors import TimedOut


@contextmanager
def ends_after(seconds: float) -> Iterator[None]:
    """TimedOut in what computes longer than that; 0 sets no limit. How busy the machine is does not count.

    Only a main thread can be ended, and not on Windows: elsewhere there is no limit.
    """
    if not seconds or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def too_long(*_: Any) -> NoReturn:
        raise TimedOut(f"it did not finish within {seconds:g} s")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
