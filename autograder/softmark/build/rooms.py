"""Lists the rooms of the engine that students get for their local check. This is the one list of them."""

from __future__ import annotations

import io

from ..files.engine import ENGINE
from ..files.zips import below, write_zip

FOR_STUDENTS = ("files", "checks", "running", "core", "render/words", "home")
_ROOFS = ("__init__.py", "render/__init__.py")
"""What Python imports on the way to them."""


_MAIN = b"""print("This file belongs to check.py. Run:  python check.py")
"""
"""What whoever runs the file itself is told."""


def for_students() -> bytes:
    """The engine as students get it: one file that Python imports from, in the standard library's own format
    (`zipapp`). The same sources give the same bytes."""
    files = {"__main__.py": _MAIN, **{f"softmark/{name}": (ENGINE / name).read_bytes() for name in _ROOFS}}
    for room in FOR_STUDENTS:
        files |= {f"softmark/{room}/{name}": data for name, data in below(ENGINE / room).items()}
    packed = io.BytesIO()
    write_zip(packed, files)
    return packed.getvalue()
