"""Collects what is compared: submissions as text, and the given and known code that counts for little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...content.course import Course
from ...content.rubric import Rubric
from ...content.stubs import cut
from ...grading.intake.submission import IntakeError
from .. import exports
from ..entries import Entry, Person
from ..journal import FILE as JOURNAL
from ..journal_reading import JournalReader


@dataclass(frozen=True)
class ComparedWork:
    """One submission."""

    id: str
    people: tuple[Person, ...]
    files: Mapping[str, str]
    origin: str = ""
    """Where it came from if it is not of this class: the folder of an earlier year."""

    @property
    def names(self) -> str:
        return ", ".join(person.name for person in self.people) or self.id

    def shares_somebody(self, other: ComparedWork) -> bool:
        """Whether somebody had a hand in both: a group and a former member, or one's own work of last year."""
        mine = {mark for person in self.people for mark in _marks(person)}
        return any(mark in mine for person in other.people for mark in _marks(person))


def _marks(person: Person) -> list[str]:
    """What tells a person: address and number; the name only where there is neither, for names are shared."""
    marks = []
    if person.email:
        marks.append(f"email {person.email.casefold()}")
    if person.sid:
        marks.append(f"sid {person.sid.casefold()}")
    return marks or [f"name {' '.join(person.name.casefold().split())}"]


@dataclass(frozen=True)
class Background:
    """What nobody needs to copy, because everybody has it or finds it."""

    given: Mapping[str, str] = field(default_factory=dict)
    """The stubs and the given files: taken out."""
    known: tuple[str, ...] = ()
    """The reference, other right answers, known mistakes: they count less."""

    @staticmethod
    def of(course: Course) -> Background:
        modes = {item.id: item.mode for item in course.rubric.all_items}
        stubs = {f"{name}.py": cut(text, f"{name}.py", modes) for name, text in course.reference.items()}
        answers = [answer.source for answer in (*course.alternatives, *course.known_mistakes)]
        return Background({**course.given, **stubs}, (*course.reference.values(), *answers))


def read(path: Path, rubric: Rubric, *, origin: str = "") -> list[ComparedWork]:
    """The works of a graded class (a folder with a journal), of an export, or of a folder of submissions."""
    if (path / JOURNAL).is_file():
        with JournalReader.open(path) as journal:
            return [_work(graded.entry, graded.files, origin) for graded in journal.graded()]
    found = []
    with exports.opened(path) as export:
        for entry in export.entries:
            try:
                files: Mapping[str, str] = export.take(entry, rubric).files
            except IntakeError:
                files = {}  # the batch tells about these; here there is nothing to compare
            found.append(_work(entry, files, origin))
    return found


def _work(entry: Entry, files: Mapping[str, str], origin: str) -> ComparedWork:
    return ComparedWork(entry.id, entry.people, files, origin)
