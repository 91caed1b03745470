"""Keys as they are pressed, without Enter; where nobody types into a terminal, there are none."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

if sys.platform == "win32":
    import msvcrt

    def _begin() -> Any:
        return True

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

    def _begin() -> Any:
        """How the terminal was; nothing where it is another's, for who runs in the background."""
        try:
            if os.tcgetpgrp(sys.stdin.fileno()) != os.getpgrp():
                return None
        except OSError:
            return None
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
        there = sys.stdin is not None and sys.stdin.isatty()
        self._before = _begin() if there else None
        return self

    def __exit__(self, *_: object) -> None:
        if self:
            _end(self._before)

    def __bool__(self) -> bool:
        return self._before is not None

    def pressed(self, seconds: float) -> str:
        """The one that is pressed within this time, or none."""
        if self:
            return _read() if _pressed(seconds) else ""
        time.sleep(seconds)
        return ""
