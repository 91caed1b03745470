"""Brings the frozen grader of a repository up to date before anything is graded with it: softly where nothing changed.

Whether something has is seen from the bytes of all sources and of all that was made of them. So the grader is made
anew as well where somebody edited it by hand. This is asked before every grade and imports nothing that takes time.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from ..files.engine import ENGINE

STAMP, LOCK = ".autograder.from", ".autograder.lock"
"""Beside the frozen grader."""
_SOURCES = ("autograder", "solutions", "assignment")
_NO_SOURCE = {"__pycache__", ".pytest_cache", ".DS_Store", ".ipynb_checkpoints", "submission.zip"}


def refreshed(root: Path, frozen: Path) -> None:
    """Freeze the grader of the repository `root` again, if it no longer fits its sources. Says so, and how long."""
    if fits(root, frozen):
        return
    from . import build

    with locked(frozen.parent):
        if not fits(root, frozen):  # nobody else has done it meanwhile
            with redirect_stdout(sys.stderr):
                build.refresh(root)


def fits(root: Path, frozen: Path) -> bool:
    try:
        return (frozen.parent / STAMP).read_text(encoding="ascii") == _digest(root, frozen)
    except (OSError, ValueError):
        return False


def note(root: Path, frozen: Path) -> None:
    """The grader has just been frozen from these sources."""
    (frozen.parent / STAMP).write_text(_digest(root, frozen), encoding="ascii")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One build at a time; the next one waits."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as handle:
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _digest(root: Path, frozen: Path) -> str:
    """Of the sources, the engine and the frozen grader."""
    digest = hashlib.sha256((root / "handouts" / "handouts.yaml").exists().to_bytes(1, "big"))
    for number, folder in enumerate((*(root / name for name in _SOURCES), ENGINE, frozen)):
        for path in _files(folder):
            data = path.read_bytes()
            digest.update(f"{number}{str(path)[len(str(folder)) :]}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - _NO_SOURCE)
        yield from (Path(place, name) for name in sorted(names) if name not in _NO_SOURCE)
