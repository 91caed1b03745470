"""`softmark report`: staff's lists, then everything that is written about a class."""

from __future__ import annotations

from pathlib import Path

from ..content.course import Course
from ..files.atomic import write_atomically
from . import compare, counting, figures, grades, lists, page
from .journal import Journal


def write(out: Path, course: Path, *, canvas: Path | None = None, old: Path | None = None) -> list[str]:
    """Write page, cards and grade files into the class's folder; what to tell whoever asked."""
    rubric = Course.at(course).rubric
    dates = counting.Dates.of(rubric)
    with Journal(out, assignment=rubric.name) as journal:
        figures.with_functions(journal.db)
        remarks = counting.count(journal, lists.read_all(out, dates.rule.zone), dates)
        remarks += grades.write(journal, out, canvas, rubric.title)
        changed = None if old is None else compare.compared(journal, old)
        if changed is not None:
            write_atomically(out / "changes.csv", compare.changes_csv(changed))
        page.write(journal, out, remarks, changed)
    return [*remarks, f"the page of the class: {out / 'index.html'}"]
