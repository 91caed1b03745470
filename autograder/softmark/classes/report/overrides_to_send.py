"""Decides which lines of OUT/overrides.csv go into the instructor's zip, and so to the platform, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...content import named_mistakes
from ...content.course import Course
from ...files.atomic import write_atomically
from ...files.escape import one_line
from ...files.tables import TableError
from ...policy import override_file
from ...policy.apply_overrides import Decision
from ...policy.platform_metadata import Identity
from ..entries import Graded
from ..journal_reading import JournalReader
from ..shared_mistakes import naming
from . import override_table
from .given import Given


@dataclass(frozen=True)
class Reached:
    """What was written."""

    people: int
    """Who have a line of their own."""
    mistakes: int
    """Lines for everybody with a named mistake."""
    unreachable: tuple[str, ...]
    """A sentence for each submission of which the platform can tell nobody."""
    obsolete: tuple[str, ...]


def write(out: Path, course: Course) -> Reached:
    """Writes the course's file of overrides from those of a class, or takes it away where there are none. JournalError,
    TableError or GraderFault in words."""
    with JournalReader.open(out) as journal:
        if journal.assignment != course.rubric.name:
            raise TableError([f"{out} holds grades of {journal.assignment!r}, not of {course.rubric.name!r}"])
        graded, entries, rubric = list(journal.graded()), journal.entries(), journal.rubric()
    if rubric is not None:  # a line may be for everybody with a mistake that staff named
        graded = naming.named(graded, named_mistakes.load(course.names_path), named_mistakes.numbers_of(rubric))
    lines = override_table.read(out / override_table.FILE)
    roster = Given.at(out).roster
    settled = override_table.settle(graded, lines, entries, roster.people if roster else ())
    general = [line.decision for line in lines if line.mistake]
    reachable: dict[Identity, Sequence[Decision]] = {}
    unreachable = []
    for one in graded:
        own = [decision for decision in settled.decisions(one.entry.id) if not decision.mistake]
        if not own:
            continue
        known = [Identity(person.email, person.sid) for person in one.entry.people]
        if not all(each.email or each.sid for each in known):
            unreachable.append(_unreachable(one))
            continue
        reachable |= dict.fromkeys(known, own)
    if reachable or general:
        write_atomically(course.overrides_path, override_file.packed(course, reachable, general), mode=0o600)
    else:
        course.overrides_path.unlink(missing_ok=True)
    return Reached(len(reachable), len(general), tuple(unreachable), settled.obsolete)


def _unreachable(one: Graded) -> str:
    ident = one_line(one.entry.id)
    return f"{ident}: the export tells neither e-mail nor SID, so the platform cannot be told who is meant"
