"""`softmark report`: staff's lists, then everything that is written about a class."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..content.rubric import Rubric
from ..files.atomic import write_atomically
from ..policy.dates import zone_of
from . import compare, counting, figures, grades, groups, lists, page
from .journal import Journal


@dataclass(frozen=True)
class Written:
    """What came of a report."""

    remarks: list[str]
    """What staff should look at, a sentence each."""
    graders: frozenset[str]
    """The versions that made the grades which count."""
    undecided: str = ""
    """Why there is no grade file."""


def write(out: Path, rubric: Rubric, *, canvas: Path | None = None, old: Path | None = None) -> Written:
    """Write page, cards and grade files into the class's folder."""
    told = lists.read_all(out, zone_of(rubric))
    with Journal(out, assignment=rubric.name) as journal, journal.trouble():
        figures.with_functions(journal.db)
        counted = counting.count(journal, told, rubric)
        remarks = counted.remarks + groups.unused(journal)
        remarks += grades.write(journal, out, canvas, rubric.title, counted.undecided)
        changed = None if old is None else compare.compared(journal, old)
        _forget(out, canvas, old)
        if changed is not None:
            write_atomically(out / "changes.csv", compare.changes_csv(changed))
        page.write(journal, out, remarks, changed, rubric.feedback.hints)
        graders = frozenset(row["grader"] for row in journal.rows("SELECT DISTINCT grader FROM latest"))
    return Written(remarks, graders, counted.undecided)


def _forget(out: Path, canvas: Path | None, old: Path | None) -> None:
    """Remove what an earlier report was asked for and this one was not: nobody hands on old grades by mistake."""
    stale = [] if canvas else [grades.CANVAS]
    for name in [*stale, *([] if old else ("changes.csv", "changes.html"))]:
        (out / name).unlink(missing_ok=True)
