"""Keys as they are pressed, without Enter; where nobody types into a terminal, there are none."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator

Pressed = Callable[[float], str]


@contextlib.contextmanager
def keys() -> Iterator[Pressed | None]:
    """Gives a function that says which key is pressed within some seconds, if any; none, where there are no keys. Then
    it gives the terminal back as it was."""
    if not sys.stdin.isatty():
        yield None
    elif sys.platform == "win32":
        yield _pressed
    else:
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        try:
            yield _pressed
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _pressed(seconds: float) -> str:
    if sys.platform == "win32":
        import msvcrt

        end = time.monotonic() + seconds
        while not msvcrt.kbhit() and time.monotonic() < end:
            time.sleep(0.02)
        return msvcrt.getwch() if msvcrt.kbhit() else ""

    import select

    if not select.select([sys.stdin], [], [], seconds)[0]:
        return ""
    return os.read(sys.stdin.fileno(), 1).decode(errors="ignore") or "q"  # the terminal is gone
