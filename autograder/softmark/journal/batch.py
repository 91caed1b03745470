"""Grades a class into its journal: takes every entry in, hands out what is new, keeps what comes back.

Entries whose work this grader has graded are left alone; equal work is graded once. Kill it at any time: the next run
goes on with what is not in the journal.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone

from ..checks.errors import Died, NotLoaded, TimedOut
from ..content.course import Course
from ..grading.check_result import GRADER
from ..grading.intake.submission import IntakeError
from ..grading.result import NOT_YOURS, ItemResult, Note, Result, blank
from ..grading.server import Done, GradingJob
from ..naming import behaviour
from ..policy.version import autograder_version, texts_version
from ..render import sentences
from .export import Entry, Export
from .journal import Graded, Journal, Row
from .pool import Pool

ALONE = (TimedOut.category, Died.category, NotLoaded.category)
"""Too slow, crashed, not importable: what such answers share is no mistake in the task."""
_AT = re.compile(r"(\S+) line (\d+)")


@dataclass
class Batch:
    """One run, and what it did."""

    course: Course
    export: Export
    journal: Journal
    progress: Callable[[int, int], None] = lambda done, of: None
    graded: int = 0
    shared: int = 0
    unchanged: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)
    faulty: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.grader, self.texts = autograder_version(self.course), texts_version(self.course)
        self._waiting: dict[str, list[Entry]] = {}
        """Work → entries that wait for its grade."""
        self._jobs_of: dict[str, tuple[str, dict[str, str]]] = {}
        """Entry → its work and its files."""
        self.journal.enlist(self.export.entries)
        self.journal.note(grader=self.grader, texts=self.texts, title=self.course.rubric.title)

    def run(self, pool: Pool) -> None:
        for done in pool.each(self._jobs(pool.stop)):
            self._finish(done)

    def _jobs(self, stop: list[bool]) -> Iterator[GradingJob]:
        for entry in self.export.entries:
            if stop[0]:
                return
            if not entry.present:
                self.unreadable[entry.id] = "it is listed, and its folder is not there: the cell stays empty"
                continue
            try:
                taken = self.export.take(entry, self.course.rubric)
            except IntakeError as problem:
                self._refuse(entry, str(problem))
                continue
            work = _digest(taken.digest, taken.notes)
            if self.journal.settled(entry, work, self.grader):
                self.unchanged += 1
                self._tell()
            elif work in self._waiting:
                self._waiting[work].append(entry)
            elif self.journal.share(entry, work, self.grader, _now()):
                self.shared += 1
                self._tell()
            else:
                self._waiting[work], self._jobs_of[entry.id] = [entry], (work, taken.files)
                yield GradingJob(entry.id, taken.files, notes=taken.notes, digest=taken.digest)

    def _finish(self, done: Done) -> None:
        work, files = self._jobs_of.pop(done.name)
        first, *others = self._waiting.pop(work)
        result = Result.from_line(done.text.encode()) if not done.error else self._failed(done.error)
        self._record(first, work, result, files)
        if result.status == "grader_error":
            self.faulty[first.id] = result.notes_for("staff")[-1]
        for other in others:
            if self.journal.share(other, work, self.grader, _now()):
                self.shared += 1
            else:
                self._record(other, work, result, files)
            self._tell()
        self._tell()

    def _record(self, entry: Entry, work: str, result: Result, files: dict[str, str]) -> None:
        self.journal.record(entry, work, graded(result), files, grader=self.grader, texts=self.texts, now=_now())
        self.graded += 1

    def _refuse(self, entry: Entry, sentence: str) -> None:
        """Nothing to look at: that is a result too, with a sentence in it."""
        notes = (Note("student", sentence),)
        self.unreadable[entry.id] = sentence
        if self.journal.settled(entry, _digest("", notes), self.grader):
            self.unchanged += 1
        else:
            result = replace(blank(self.course.rubric), status="refused").with_notes(*notes)
            self._record(entry, _digest("", notes), result, {})
        self._tell()

    def _failed(self, error: str) -> Result:
        result = replace(blank(self.course.rubric), status="grader_error")
        return result.with_notes(Note("student", NOT_YOURS), Note("staff", f"the grader failed: {error}"))

    def _tell(self) -> None:
        self.progress(self.graded + self.shared + self.unchanged, len(self.export.entries))


def graded(result: Result) -> Graded:
    """A result as the journal keeps it."""
    failed = result.status == "grader_error"
    rows = [_row(place, item, result, failed) for place, item in enumerate(result.items)]
    return Graded(result.status, result.isolation.level, rows, [(note.voice, note.text) for note in result.notes])


def _row(place: int, item: ItemResult, result: Result, failed: bool) -> Row:
    wrong = [check for check in item.checks if check.passed is False]
    told = next((check for check in wrong if check.diagnosis), None)
    at = next((found for check in wrong if check.line and (found := _AT.fullmatch(check.line))), None)
    where = item.where
    lines = [line.text for line in sentences.report(item, result) if line.kind in ("fail", "detail", "lost")]
    failed = (
        failed or item.status == "grader_error" or any(c.category == GRADER and c.passed is None for c in item.checks)
    )
    return Row(
        place,
        item.id,
        item.title,
        None if failed else item.score,
        item.points,
        item.bonus,
        "grader_error" if failed else item.status,
        wrong[0].category if wrong else "",
        told.diagnosis if told else None,
        told.says if told else None,
        (told.hint if told else None) or (item.hints[0] if item.hints else None),
        item.file,
        where.line if where else int(at[2]) if at else None,
        where.text if where else None,
        None if told or item.status != "failed" or wrong[0].category in ALONE else _signature(item),
        item.carried,
        "\n".join(lines),
    )


def _signature(item: ItemResult) -> str:
    """Equal for answers that fail alike: by their replies on public numbers, else by which checks fail."""
    if item.behaviour:
        return behaviour.digest(item.id, behaviour.read(item.behaviour))
    return "h" + behaviour.digest_of([item.id, [[c.phase, c.name] for c in item.checks if c.passed is False]])


def _digest(digest: str, notes: object) -> str:
    said = [[note.voice, note.text] for note in notes]  # type: ignore[attr-defined]
    return hashlib.sha256(json.dumps([digest, said]).encode()).hexdigest()


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
