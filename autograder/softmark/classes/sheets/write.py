"""Writes the sheets of a graded class, their key and the list of marks into one folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...content.course import Course
from ...files.escape import one_line
from ...files.tables import TableError
from ...policy.version import autograder_version
from ...render.progress import bar
from ...sandbox.client import ServerHandle
from .. import sheet_marks
from ..entries import Graded
from ..journal_reading import JournalReader
from ..report import cohort
from ..report.person_grades import marks
from ..report.report_cards import write_changed
from . import printed_pages, sheet_set, typeset
from .sheet_set import FOLDER, Sheet

PAGES = ("sheets.html", "key.html", "sheets.pdf", "key.pdf")


def run(server: ServerHandle, course: Course, out: Path) -> dict[str, object]:
    """What was written, and where."""
    graded = asked_about(out, course)
    folder, version = out / FOLDER, autograder_version(course)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _, known = sheet_set.read(folder, version)
    with bar("sheets") as progress:
        sheets, pools = sheet_set.make(server, course, graded, known, progress)
    sheet_set.write(folder, version, sheets, pools)
    without = [sheet for sheet in sheets if not sheet.questions]
    sheets = [sheet for sheet in sheets if sheet.questions]
    written = _pages(folder, one_line(course.rubric.title), sheets, graded)
    lines = [(sheet.student, sheet.person.name, sheet.number) for sheet in (*sheets, *without)]
    new = sheet_marks.write_missing(out / sheet_marks.FILE, lines)
    summary: dict[str, object] = {
        "sheets": len(sheets),
        "without a sheet": [f"{one_line(sheet.person.name)} ({sheet.submission})" for sheet in without],
        "lines added to the marks": new,
        "written": [*(str(folder / name) for name in written), str(out / sheet_marks.FILE)],
    }
    if without:
        summary["for those"] = "too few questions that they have not practised at home: ask them in person"
    if typeset.can() and (lacks := typeset.missing_letters({sheet.person.name for sheet in sheets})):
        summary["letters that the PDF lacks"] = [f"{one_line(name)} ({letters})" for name, letters in lacks.items()]
        summary["for these"] = f"print their page of {folder / 'sheets.html'}: a browser has more fonts"
    return summary if typeset.can() else {**summary, "no PDF": "pip install typst brings what sets it"}


def _pages(folder: Path, title: str, sheets: Sequence[Sheet], graded: Sequence[Graded]) -> list[str]:
    """The names of the pages. Where nobody has a sheet there are none, and none from before: nobody prints blanks."""
    if not sheets:
        for name in PAGES:
            (folder / name).unlink(missing_ok=True)
        return []
    files = {submission.entry.id: submission.files for submission in graded}
    groups = {
        submission.entry.id: [one_line(person.name) for person in submission.entry.people] for submission in graded
    }
    shown = printed_pages.printed(
        sorted(sheets, key=lambda each: (each.person.section, each.person.name)), files, groups
    )
    write_changed(folder / "sheets.html", printed_pages.sheets_page(title, shown))
    write_changed(folder / "key.html", printed_pages.key_page(title, shown))
    if not typeset.can():
        return [name for name in PAGES if name.endswith(".html")]
    for name, key in (("sheets.pdf", False), ("key.pdf", True)):
        (folder / name).write_bytes(typeset.pdf(title, shown, key=key))
        (folder / name).chmod(0o600)
    return list(PAGES)


def asked_about(out: Path, course: Course) -> list[Graded]:
    """What people are asked about: of somebody who is named with several submissions, the one that counts."""
    with JournalReader.open(out) as journal:
        graded, entries, assignment = list(journal.graded()), journal.entries(), journal.assignment
    if not graded:
        raise TableError([f"nothing is graded in {out} yet: run `softmark batch` first"])
    if assignment != course.rubric.name:
        raise TableError([f"{out} holds grades of {assignment!r}, not of {course.rubric.name!r}: give --course"])
    counts = {(mark.graded.entry.id, mark.person) for mark in marks(cohort.gather(graded, listed=entries))[0]}
    asked = []
    for one in graded:
        people = tuple(person for person in one.entry.people if (one.entry.id, person) in counts)
        if people or not one.entry.people:
            asked.append(replace(one, entry=replace(one.entry, people=people)))
    return asked
