"""Finds the frozen grader that a command grades with; in a repository it is brought up to date first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..files.problem import Problem

if TYPE_CHECKING:
    from ..content.course import Course

HELP = "the repository of a course, or an unpacked autograder zip (default: here)"


def folder(named: str) -> Path:
    """Of the course that somebody named, ready to grade with."""
    root = Path(named)
    if not _is_repository(root):
        return _unpacked(root)
    from ..build import up_to_date  # an unpacked zip has no such room, and nothing to bring up to date

    return up_to_date.refreshed(root)


def as_written(named: str) -> Course:
    """The course as it is now, dates and late rules included: the repository, or the zip where there is no other."""
    from ..content.course import Course

    root = Path(named)
    return Course.at(root) if _is_repository(root) else Course.frozen(_unpacked(root))


def _is_repository(root: Path) -> bool:
    return (root / "autograder" / "rubric.yaml").exists()


def _unpacked(folder: Path) -> Path:
    if not (folder / "rubric.json").exists() and not (folder / "graders").exists():
        raise Problem(f"there is no course in {folder}: give its repository, or an unpacked autograder zip (--course)")
    return folder
