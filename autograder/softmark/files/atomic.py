"""Writes files that are there as a whole or not at all: whoever reads one never meets half of it."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from .clean_texts import writable


def write_atomically(path: str | Path, text: str, *, mode: int = 0o600) -> None:
    """Replace a file in one step: a reader sees the old text or the new, never half of one.

    Readable by its owner only, unless `mode` says otherwise: results hold what students must not see.
    """
    target = Path(path)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(writable(text))
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Make the new name survive a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
