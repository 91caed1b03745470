"""Releases an exam's grades when a person says so (`softmark release`). Before that, report cards say that the work
arrived.

Whoever still may hand in could learn from somebody else's feedback. So the command first lists whose date is still
open, by the same dates that decide lateness: extensions, the export's, the rubric's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ...content.dates import in_words, on_clock
from ...content.rubric import Rubric
from ...files.atomic import write_atomically
from ...files.escape import one_line
from ...files.tables import TableError
from ...policy.deadlines import deadlines
from ...policy.platform_metadata import Metadata
from ..entries import Entry, Graded
from ..journal_reading import JournalReader
from . import class_deadlines
from .class_deadlines import Timing
from .cohort import names_of
from .same_person import Finder

FILE = "released"
EVERYBODY = "everybody else"


@dataclass(frozen=True)
class Open:
    """Somebody who still may hand in."""

    who: str
    until: datetime
    why: str

    def __str__(self) -> str:
        return f"{self.who}: until {in_words(self.until)}{f' ({self.why})' if self.why else ''}"


def is_released(out: Path) -> bool:
    return (out / FILE).exists()


def opened(graded: Sequence[Graded]) -> tuple[Graded, ...]:
    """The same grades, readable now."""
    return tuple(
        replace(one, result=replace(one.result, visibility="open")) if one.result.visibility == "exam" else one
        for one in graded
    )


def release(out: Path, now: datetime, *, anyway: bool = False) -> list[Open]:
    """Whose date is still open. Grades are released where that is nobody, or where a person wants it `anyway`.
    JournalError or TableError in words."""
    with JournalReader.open(out) as journal:
        entries, rubric = journal.entries(), journal.rubric()
    if rubric is None or rubric.visibility != "exam":
        raise TableError([f"{out} is not an exam: only visibility: exam holds grades back until they are released"])
    found = still_open(out, entries, rubric, class_deadlines.judged(out, entries, rubric).timings, now)
    if not found or anyway:
        write_atomically(out / FILE, f"released {now.isoformat(timespec='seconds')}\n")
    return found


def still_open(
    out: Path, entries: Sequence[Entry], rubric: Rubric, timings: Mapping[str, Timing], now: datetime
) -> list[Open]:
    found = []
    for entry in entries:
        dates = timings[entry.id].dates
        if dates.closing is not None and dates.closing > now:
            until = on_clock(dates.closing, dates.zone)
            found.append(Open(names_of(entry), until, timings[entry.id].source))
    common = [class_deadlines.common_closing(entry, rubric) for entry in entries]
    general = max((date for date in common if date is not None), default=deadlines(rubric, Metadata()).closing)
    if general is not None and general > now:
        found.append(Open(EVERYBODY, general, "the assignment's own date"))
    here = Finder((person, entry) for entry in entries for person in entry.people)
    for each in class_deadlines.read(out / class_deadlines.FILE, rubric):
        if each.last > now and not here.by_word(each.student):
            found.append(Open(one_line(each.student), each.last, "extension, nothing handed in yet"))
    return sorted(found, key=lambda each: (each.until, each.who))
