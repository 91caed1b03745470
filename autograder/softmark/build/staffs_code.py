"""Tells an exception in what staff wrote (the reference, a known answer, a given file) by its file and line."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..checks.errors import GraderFault
from ..content.course import Course
from ..running.trusted import FOLDER


@contextmanager
def told(course: Course) -> Iterator[None]:
    """GraderFault in one line where code of theirs cannot be run; every other exception is our own mistake."""
    try:
        yield
    except GraderFault:
        raise
    except Exception as error:
        *_, last = traceback.extract_tb(error.__traceback__)
        if (path := _theirs(course, last.filename)) is None:
            raise
        raise GraderFault(f"{path}:{last.lineno}: cannot be run: {type(error).__name__}: {error}") from None


def _theirs(course: Course, filename: str) -> Path | None:
    """The file that staff wrote, if it is one."""
    path = Path(filename)
    if path.is_relative_to(course.mistakes_folder) or path.is_relative_to(course.alternatives_folder):
        return path
    folder, _, name = filename.partition("/")
    if folder != FOLDER:
        return None
    places = (course.reference_folder / name, course.given_folder / name, course.graders / name)
    return next((place for place in places if place.exists()), None)
