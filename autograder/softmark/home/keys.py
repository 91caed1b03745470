"""Keys as they are pressed, without Enter; where nobody types into a terminal, there are none."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

if sys.platform == "win32":
    import msvcrt

    def _is_ours() -> bool:
        return True

    def _begin() -> Any:
        return None

    def _end(before: Any) -> None: ...

    def _pressed(seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not msvcrt.kbhit() and time.monotonic() < end:
            time.sleep(0.02)
        return msvcrt.kbhit()

    def _read() -> str:
        return msvcrt.getwch()

else:
    import select
    import termios
    import tty

    def _is_ours() -> bool:
        """In the background, the terminal is another's."""
        try:
            return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
        except OSError:
            return False

    def _begin() -> Any:
        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        return before

    def _end(before: Any) -> None:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    def _pressed(seconds: float) -> bool:
        return bool(select.select([sys.stdin], [], [], seconds)[0])

    def _read() -> str:
        """q where the terminal is gone."""
        return os.read(sys.stdin.fileno(), 1).decode(errors="ignore") or "q"


class Keys:
    """`with Keys() as keys:` gives the terminal back as it was. False where there are none."""

    def __enter__(self) -> Keys:
        self._there = sys.stdin is not None and sys.stdin.isatty() and _is_ours()
        self._before: Any = _begin() if self._there else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._there:
            _end(self._before)

    def __bool__(self) -> bool:
        return self._there

    def pressed(self, seconds: float = 0.0) -> bool:
        """Whether one was pressed, or is within this time."""
        if self._there:
            return _pressed(seconds)
        time.sleep(seconds)
        return False

    def read(self) -> str:
        return _read()
