"""Writes results to files that are valid from the first second and replaced as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ..files.atomic import write_atomically
from ..grading.result import Result
from .platforms import FORMATS, Format

UPLOADED = FORMATS["gradescope"]


class Outbox:
    """Where results go. A disk that is full now may have room later: a failed write ends no grade, and is kept in mind
    until one succeeds."""

    def __init__(self, write: Callable[[Result], None]) -> None:
        self._write = write
        self.trouble = ""
        """Why the latest result is not on the disk, for staff; empty when it is."""

    def __call__(self, result: Result) -> None:
        try:
            self._write(result)
            self.trouble = ""
        except OSError as problem:
            self.trouble = f"The grader could not write its results: {problem}"


def to_folder(out: Path, wanted: Iterable[str] = ()) -> Callable[[Result], None]:
    """Publish into a folder: Gradescope's format for upload, ours with everything in it, and what else is wanted,
    by its name.

    All of them exist from the first second; on the way only the one for upload is kept up to date.
    """
    others = [Format("result.json", Result.to_json), *(FORMATS[name] for name in wanted)]
    begun = False

    def publish(result: Result) -> None:
        nonlocal begun
        write_atomically(out / UPLOADED.file, UPLOADED.write(result))
        for each in others if not begun or result.status != "started" else ():
            (out / each.file).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(out / each.file, each.write(result))
        begun = True

    return publish
