"""Waits until one of the student's files is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

Snapshot = dict[str, tuple[int, int]]

_EVERY = 0.4
_SETTLE = 0.15
"""Editors write a file in several steps; look again after the last of them."""


def snapshot(folder: Path, files: Sequence[str]) -> Snapshot:
    """When each file was last changed, and how long it is."""
    found = {}
    for name in files:
        try:
            state = (folder / name).stat()
        except OSError:
            continue
        found[name] = (state.st_mtime_ns, state.st_size)
    return found


def changed_files(before: Snapshot, after: Snapshot) -> list[str]:
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def wait(folder: Path, files: Sequence[str], before: Snapshot) -> list[str]:
    """Return the names of the files that differ from `before`, as soon as there is one."""
    wake = _notifier(folder)
    while True:
        after = snapshot(folder, files)
        if changed_files(before, after):
            time.sleep(_SETTLE)
            return changed_files(before, snapshot(folder, files)) or changed_files(before, after)
        wake()


def _notifier(folder: Path) -> Callable[[], None]:
    """Something that returns when it is worth looking again: at once with watchfiles, else after a short sleep."""
    changes: Iterator[object] = iter(())
    try:
        from watchfiles import watch

        changes = watch(folder, recursive=False, debounce=100, step=50, yield_on_timeout=True, rust_timeout=2000)
    except ImportError:
        pass

    def wake() -> None:
        try:
            next(changes)
        except Exception:  # not installed, a network folder, too many watches: looking now and then always works
            time.sleep(_EVERY)

    return wake
