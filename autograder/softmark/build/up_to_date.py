"""Knows whether what the build made still fits what it was made from, and makes the frozen grader again where not.

Both are looked at byte by byte, so what somebody edited by hand is made again too. This is asked before every grade and
imports nothing that takes time.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from ..files.engine import ENGINE, FROZEN
from ..files.zips import below

LOCK = ".building"
"""Beside the frozen grader."""
_SOURCES = ("autograder", "solutions", "assignment", "handouts/handouts.yaml")


@dataclass(frozen=True)
class Stamp:
    """A file that keeps a digest of what was made and of what it was made from."""

    path: Path
    parts: tuple[Path, ...]
    """Files and folders."""
    said: str = ""
    """What else decided."""

    def fits(self) -> bool:
        try:
            return self.path.read_text(encoding="ascii") == self._digest()
        except (OSError, ValueError):
            return False

    def note(self) -> None:
        """It has just been made."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self._digest(), encoding="ascii")

    def _digest(self) -> str:
        digest = hashlib.sha256(self.said.encode())
        for number, part in enumerate(self.parts):
            files = {"": part.read_bytes()} if part.is_file() else below(part)
            for name, data in files.items():
                digest.update(f"{number}/{name}\0{len(data)}\0".encode() + data)
        return digest.hexdigest()


def sources(root: Path) -> tuple[Path, ...]:
    """All that a repository's frozen grader is made from."""
    own = tuple(root / name for name in _SOURCES)
    return own if ENGINE.is_relative_to(root.resolve()) else (*own, ENGINE)


def of_grader(root: Path) -> Stamp:
    return Stamp((root / FROZEN).with_name(".autograder.from"), (*sources(root), root / FROZEN))


def refreshed(root: Path) -> Path:
    """The frozen grader of this repository; where it no longer fits, it is made again first, which is said."""
    if not of_grader(root).fits():
        from ..sandbox.layers import process

        os.environ.update(process.THREADS_ONE)  # numerical libraries read it when they are loaded
        from . import make_grader

        with locked(root), redirect_stdout(sys.stderr):
            if not of_grader(root).fits():  # nobody else has done it meanwhile
                make_grader.again(root)
    return root / FROZEN


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """One build at a time; the next one waits."""
    folder = (root / FROZEN).parent
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
