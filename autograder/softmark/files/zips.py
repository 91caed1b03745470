"""Writes zips of which the same files give the same bytes, and decides what of a folder belongs into one."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

_WHEN = (1980, 1, 1, 0, 0, 0)
_SKIP = {"__pycache__", ".pytest_cache", ".DS_Store", ".ipynb_checkpoints", "submission.zip"}


def write_zip(path: Path | IO[bytes], files: Mapping[str, bytes], executable: frozenset[str] = frozenset()) -> None:
    """Write a zip with sorted names, one fixed date and fixed permissions: nothing of this machine goes in."""
    if isinstance(path, Path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.create_system = 3
            entry.external_attr = (0o100755 if name in executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name], compresslevel=9)


def below(folder: Path, pattern: str = "*") -> dict[str, bytes]:
    """Every file below a folder that is somebody's work, and neither a cache nor what check.py packs."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob(pattern))
        if path.is_file() and not _SKIP & set(path.relative_to(folder).parts) and path.suffix != ".pyc"
    }
