"""Builds the new content of assignment/ somewhere else, and moves it there once the whole build has succeeded."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ..content.course import Course
from ..files.zips import below


@contextmanager
def staged(course: Course) -> Iterator[tuple[Course, Callable[[], None]]]:
    """The same course with a copy of its given folder, and what brings the copy's changes back."""
    folder = course.given_folder
    with tempfile.TemporaryDirectory(prefix="softmark-build-") as name:
        copy = Path(name) / folder.name
        if folder.exists():
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        copy.mkdir(exist_ok=True)
        before = below(copy)
        yield replace(course, given_folder=copy), lambda: _settle(before, copy, folder)


def _settle(before: dict[str, bytes], copy: Path, folder: Path) -> None:
    after = below(copy)
    for name, data in after.items():
        if before.get(name) != data:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(copy / name, folder / name)
    for name in before.keys() - after.keys():
        (folder / name).unlink(missing_ok=True)
