"""Ends the life of data: forgets one student, or turns a class into an archive without names and without code.

Both take away what this program wrote into a class's folder. Neither reaches the export that was graded, the platform,
or somebody's copies: the commands say so.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from ..content.course import Course
from ..files import tables
from ..files.atomic import write_atomically
from ..files.escape import one_line
from ..files.tables import Line, Table, TableError
from ..policy.platform_metadata import folded
from ..render.sentences import diagnoses
from . import sheet_marks
from .entries import Entry, Graded, Person
from .journal import FILE as JOURNAL
from .journal import LOCK, Journal
from .report import (
    canvas_gradebook,
    checklist,
    class_deadlines,
    given,
    grade_tables,
    integrity,
    mistakes,
    override_table,
    regrade_requests,
    release,
    report_cards,
    slip_days,
    write,
)
from .report.given import Given
from .report.pseudonyms import KEY_FILE
from .report.same_person import Finder, keys, roster_lines
from .sheets import analysis, sheet_set
from .similarity import archived, evidence
from .similarity import marks as seen
from .similarity.compared_works import Background

LISTS = (class_deadlines.FILE, override_table.FILE, regrade_requests.FILE, sheet_marks.FILE, slip_days.FILE)
"""What people keep in the folder, a line a student."""
PAGES = (
    *(write.PAGE, write.ANONYMOUS_PAGE, write.SIMILARITY_PAGE, mistakes.FILE, integrity.FILE, integrity.SIMILARITY),
    *(f"{write.COMPARISON}.csv", f"{write.COMPARISON}.html"),
)
ARCHIVE = "archive.json"
FORMAT = 1


@dataclass(frozen=True)
class Forgotten:
    """What was taken away."""

    name: str
    submissions: tuple[str, ...]
    left: tuple[str, ...]
    """Submissions of a group that stay, without this person."""
    lines: Mapping[str, int]
    """List → how many of its lines."""


def forget(out: Path, word: str) -> Forgotten:
    """Take one student out of a class's folder. JournalError or TableError in words."""
    with Journal.open(out) as journal:
        roster = Given.at(out).roster  # somebody may be on it and have handed in nothing
        person, entries = _meant(journal.everybody(), roster.people if roster else (), word)
        gone: list[str] = []
        left: list[str] = []
        for entry in entries:
            rest = tuple(other for other in entry.people if not _same(other, person))
            (left if rest else gone).append(entry.id)
            journal.forget(entry.id, replace(entry, people=rest) if rest else None)
        journal.shred()
    words = {key for _, key in keys(person)} | {folded(ident) for ident in gone}
    lines = {name: _without(out / name, words) for name in LISTS if (out / name).exists()}
    lines[given.FILE] = given.without(out, {kind: partial(lines_of, person) for kind, lines_of in _LINES.items()})
    for ident in (*gone, *left):
        shutil.rmtree(out / report_cards.STUDENTS / report_cards.folder_name(ident), ignore_errors=True)
    _remove_pages(out)
    return Forgotten(one_line(person.name), tuple(gone), tuple(left), {name: n for name, n in lines.items() if n})


_LINES: Mapping[str, Callable[[Person, Table], list[Line]]] = {
    given.ROSTER: roster_lines,
    given.GRADEBOOK: canvas_gradebook.gradebook_lines,
}
"""Which lines of a file that a report keeps are one person's."""


def _meant(entries: Sequence[Entry], listed: Sequence[Person], word: str) -> tuple[Person, list[Entry]]:
    """One person and everything they handed in, also what the last export does not list any more."""
    everybody = [person for entry in entries for person in entry.people]
    found = Finder((person, person) for person in (*everybody, *listed)).by_word(word)
    if not found:
        raise TableError([f"nobody here is “{one_line(word)}”: give an e-mail, a student number or a whole name"])
    person = _whole(found)
    if strangers := [other for other in found if not _same(other, person)]:
        count = len(strangers) + 1
        raise TableError([f"{count} people are “{one_line(word)}”: give an e-mail or a student number"])
    return person, [entry for entry in entries if any(_same(member, person) for member in entry.people)]


def _whole(found: Sequence[Person]) -> Person:
    """One person from what several submissions tell of them."""
    return Person(*(next((value for each in found if (value := getattr(each, part))), "") for part in _PARTS))


_PARTS = ("name", "email", "sid")


def _same(one: Person, other: Person) -> bool:
    """Whether two records are one person: by number or address; by name only where one has neither."""
    mine, theirs = set(keys(one, name=False)), set(keys(other, name=False))
    return bool(mine & theirs) if mine and theirs else folded(one.name) == folded(other.name)


def _without(path: Path, words: set[str]) -> int:
    """A list without the lines of one student, the others as they were; how many went."""
    table = tables.read(path)
    column = next((name for name in ("student", "email", "e-mail", "sid") if name in table.columns), table.columns[0])
    doomed = [line for line in table.lines if folded(line.get(column)) in words]
    if doomed:
        write_atomically(path, tables.without(tables.text_of(path), table, doomed))
    return len(doomed)


def _remove_pages(out: Path) -> None:
    """Delete pages that were made from everybody's data; the next report makes them anew."""
    for name in (*PAGES, *(path.name for path in out.glob("report*-section-*.html"))):
        (out / name).unlink(missing_ok=True)
    shutil.rmtree(out / evidence.FOLDER, ignore_errors=True)
    (out / checklist.FILE).unlink(missing_ok=True)  # it would call a forgotten line gone
    for name in (*grade_tables.FILES, grade_tables.QUESTIONS):
        (out / grade_tables.FOLDER / name).unlink(missing_ok=True)
    for folder in (sheet_set.FOLDER, analysis.FOLDER):
        shutil.rmtree(out / folder, ignore_errors=True)


# --- the archive --------------------------------------------------------------------------------------------


def archive(out: Path, course: Course, target: Path) -> int:
    """Grades and fingerprints of a class, without names and code, in the order of names that lead back to nobody. How
    many submissions. JournalError or TableError in words."""
    group = write.read(out, course=course.rubric_path.parent)
    if not group.graded:
        raise TableError([f"nothing is graded in {out} yet: there is nothing to archive"])
    if group.assignment != course.rubric.name:
        raise TableError([f"{out} holds grades of {group.assignment!r}, not of {course.rubric.name!r}: give --course"])
    given = Background.of(course).given.values()
    fingerprints = archived.prints_of([one.files for one in group.graded], given)
    rows = [_row(one, fingerprints[place]) for place, one in enumerate(group.graded)]
    data = {
        "format": FORMAT,
        "assignment": group.assignment,
        "title": group.title,
        "term": course.rubric.term,
        "archived": date.today().isoformat(),
        "points": group.graded[0].result.points,
        "submissions": sorted(rows, key=lambda row: str(row["name"])),
    }
    write_atomically(target, json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n")
    return len(rows)


def _row(one: Graded, fingerprints: list[str]) -> dict[str, Any]:
    """One submission in the archive: a random name that nothing remembers; no section, date or note, which can tell who
    somebody is."""
    return {
        "name": secrets.token_hex(8),
        "final": one.result.final,
        "late": one.result.late.deduction if one.result.late else 0.0,
        "items": {
            item.id: {"score": item.score, "points": item.points, "status": item.status, "mistakes": diagnoses(item)}
            for item in one.result.items
        },
        "prints": fingerprints,
    }


def delete(out: Path) -> list[str]:
    """Everything that this program wrote into a class's folder. What remains there afterwards is somebody else's, the
    lists of staff among it."""
    _remove_pages(out)
    for folder in (grade_tables.FOLDER, report_cards.STUDENTS):
        shutil.rmtree(out / folder, ignore_errors=True)
    for name in (*_journals(), given.FILE, KEY_FILE, release.FILE, seen.FILE):
        (out / name).unlink(missing_ok=True)
    return sorted(path.name for path in out.iterdir()) if out.exists() else []


def _journals() -> Iterable[str]:
    return (JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm", LOCK)
