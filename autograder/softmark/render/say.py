"""Prints text in which something of a student's may stand. This is the only way to a terminal for it.

A terminal obeys what it is shown: titles, colours, the clipboard. Commands print nothing themselves.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any, TextIO

from ..files.escape import plain

_MOST = 10_000_000


def say(*parts: object, end: str = "\n", file: TextIO | None = None, flush: bool = False) -> None:
    """Like `print`, but only visible characters and line ends come through."""
    text = " ".join(str(part) for part in parts)
    print(plain(text, limit=_MOST, lines=_MOST), end=end, file=file or sys.stdout, flush=flush)


def typed(*words: object, course: object = None) -> str:
    """A command of this program as it can be typed in where this one was started, for the same course."""
    import shutil  # no grade needs it

    beside = os.path.relpath(Path(sys.executable).with_name("softmark"))
    program = "softmark" if shutil.which("softmark") else beside
    return shlex.join([program, *map(str, words), *(["--course", str(course)] if course else [])])


def say_json(data: Any) -> None:
    """For machines: nothing of it is changed, and nothing of it means anything to a terminal."""
    print(json.dumps(data, ensure_ascii=True, allow_nan=False, indent=1))
