"""Checks how large the two zips are, and says what takes the room.

The limits are ours: no platform that we know of names one for these zips. They keep a student's download quick on a
slow line and an upload to Gradescope a matter of seconds. The instructor's has room for what is known on hidden
numbers, which saves time in every grade; the student's for the weights of a trained model.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path

from ..checks.errors import GraderFault

STUDENT_ZIP = 4 << 20
AUTOGRADER_ZIP = 6 << 20
_PARTS = {
    ".html": "pages",
    ".ipynb": "pages",
    ".safetensors": "recordings",
    ".npz": "weights",
    ".pyz": "engine",
}


def size_line(path: Path, limit: int) -> str:
    """The size of a zip, and which part of its limit each kind of file takes; GraderFault for one that is too large."""
    size = path.stat().st_size
    parts: Counter[str] = Counter()
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            parts[_part(entry.filename)] += entry.compress_size
    shares = ", ".join(f"{name} {part / limit:.0%}" for name, part in parts.most_common())
    line = f"{path}: {size >> 10} KB, {size / limit:.0%} of {limit >> 20} MB ({shares})"
    if size > limit:
        raise GraderFault(f"{line}: that is too large; make smaller what takes most")
    return line


def _part(name: str) -> str:
    if name.startswith("softmark/"):
        return "engine"
    if name.startswith("wrong/"):
        return "known mistakes"
    return _PARTS.get(Path(name).suffix, "the rest")
