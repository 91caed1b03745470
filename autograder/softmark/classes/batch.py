"""Grades a class into its journal: takes every entry in, hands out what is new, keeps what comes back.

Entries whose work this grader has graded are left alone; equal work is graded once. Kill it at any time: the next run
goes on with what is not in the journal.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone

from ..checks.errors import GRADER, Died, NotLoaded, NotWritten, TimedOut
from ..content.course import Course
from ..grading import behaviour
from ..grading.check_result import CheckResult
from ..grading.intake.submission import IntakeError
from ..grading.result import NOT_YOURS, ItemResult, Note, Result, blank
from ..grading.server import Done, GradingJob
from ..grading.version import autograder_version, texts_version
from ..render import sentences
from .export import Entry, Export
from .journal import Graded, Journal, Row
from .pool import Pool

ALONE = (NotWritten.category, TimedOut.category, Died.category, NotLoaded.category)
"""Not written, too slow, crashed, not importable: what such answers share is no mistake in the task."""
_AT = re.compile(r"(\S+) line (\d+)")


@dataclass
class Batch:
    """One run, and what it did."""

    course: Course
    export: Export
    journal: Journal
    progress: Callable[[int, int, int], None] = lambda done, of, free: None
    """Told how many are done, of how many, and how many of them took no grading."""
    keep: bool = False
    """Whether `results` is wanted."""
    graded: int = 0
    shared: int = 0
    unchanged: int = 0
    missing: list[str] = field(default_factory=list)
    """Listed, and their folders are not there."""
    unreadable: dict[str, str] = field(default_factory=dict)
    faulty: dict[str, str] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    """Of whoever was graded now."""

    def __post_init__(self) -> None:
        self.grader, self.texts = autograder_version(self.course), texts_version(self.course)
        self._waiting: dict[str, list[Entry]] = {}
        """Work → entries that wait for its grade."""
        self._jobs_of: dict[str, tuple[str, dict[str, str]]] = {}
        """Entry → its work and its files."""
        self._results_of: dict[str, Result] = {}
        """Work → its result, of this run, where they are wanted."""
        self.missing = [entry.id for entry in self.export.entries if not entry.present]
        self.journal.note(grader=self.grader, texts=self.texts, title=self.course.rubric.title)

    @property
    def done(self) -> int:
        """How many have a grade of this grader by now."""
        return self.graded + self.shared + self.unchanged

    def run(self, pool: Pool) -> None:
        """Grade whoever needs it, until all are done or somebody stops the pool."""
        for done in pool.each(self._jobs()):
            self._finish(done)

    def _jobs(self) -> Iterator[GradingJob]:
        for entry in self.export.entries:
            if not entry.present:
                continue
            try:
                taken = self.export.take(entry, self.course.rubric)
            except IntakeError as problem:
                self._refuse(entry, str(problem))
                continue
            if taken.refused:
                self.unreadable[entry.id] = taken.refused
            work = _digest(taken.digest, taken.notes)
            if self.journal.settled(entry, work, self.grader):
                self.unchanged += 1
                self._tell()
            elif work in self._waiting:
                self._waiting[work].append(entry)
            elif self.journal.share(entry, work, self.grader, _now()):
                self.shared += 1
                self._remember(entry, self._results_of.get(work))
                self._tell()
            else:
                self._waiting[work], self._jobs_of[entry.id] = [entry], (work, taken.files)
                yield GradingJob(entry.id, taken.files, notes=taken.notes, digest=taken.digest)

    def _finish(self, done: Done) -> None:
        work, files = self._jobs_of.pop(done.name)
        result = self._failed(done.error) if done.error else Result.from_line(done.text.encode())
        result = replace(result, autograder=self.grader)
        self._results_of |= {work: result} if self.keep else {}
        first, *others = self._waiting.pop(work)
        self._record(first, work, result, files)
        self.graded += 1
        for other in others:
            if not self.journal.share(other, work, self.grader, _now()):
                self._record(other, work, result, files)
            self.shared += 1
            self._remember(other, result)
        self._tell()

    def _record(self, entry: Entry, work: str, result: Result, files: dict[str, str]) -> None:
        kept = graded(result)
        self.journal.record(entry, work, kept, files, grader=self.grader, texts=self.texts, now=_now())
        self._remember(entry, result)
        if broken := [row.task for row in kept.rows if row.score is None]:
            staff = [text for voice, _, text in kept.notes if voice == "staff"]
            self.faulty[entry.id] = staff[-1] if staff else f"the grader failed in {', '.join(broken)}"

    def _remember(self, entry: Entry, result: Result | None) -> None:
        if self.keep and result is not None:
            self.results[entry.id] = result

    def _refuse(self, entry: Entry, sentence: str) -> None:
        """Nothing to look at: that is a result too, with a sentence in it."""
        notes = (Note("student", sentence),)
        self.unreadable[entry.id] = sentence
        if self.journal.settled(entry, _digest("", notes), self.grader):
            self.unchanged += 1
        else:
            result = replace(blank(self.course.rubric), status="refused").with_notes(*notes)
            self._record(entry, _digest("", notes), result, {})
            self.graded += 1
        self._tell()

    def _failed(self, error: str) -> Result:
        result = replace(blank(self.course.rubric), status="grader_error")
        return result.with_notes(Note("student", NOT_YOURS), Note("staff", f"the grader failed: {error}"))

    def _tell(self) -> None:
        self.progress(self.done, len(self.export.entries) - len(self.missing), self.unchanged + self.shared)


def graded(result: Result) -> Graded:
    """A result as the journal keeps it."""
    failed = result.status == "grader_error"
    rows = [_row(place, item, result, failed) for place, item in enumerate(result.items)]
    notes = [(note.voice, "", note.text) for note in result.notes]
    notes += [("staff", item.id, check.staff) for item in result.items for check in item.checks if _is_ours(check)]
    shown = {item.id: item.behaviour for item in result.items if item.behaviour}
    return Graded(result.status, result.isolation.level, rows, notes, shown)


def _row(place: int, item: ItemResult, result: Result, failed: bool) -> Row:
    wrong = [check for check in item.checks if check.passed is False]
    told = next((check for check in wrong if check.diagnosis), None)
    failed = failed or item.status == "grader_error" or any(map(_is_ours, item.checks))
    unnamed = not told and item.status == "failed" and any(check.category not in ALONE for check in wrong)
    said = sentences.in_parts(item, result)
    file, line, code = _place(item)
    return Row(
        place=place,
        task=item.id,
        title=item.title,
        score=None if failed else item.score,
        points=item.points,
        bonus=item.bonus,
        status="grader_error" if failed else item.status,
        kind=wrong[0].category if wrong else "",
        mistake=told.diagnosis if told else None,
        says=told.says if told else None,
        hint=(told.hint if told else None) or (item.hints[0] if item.hints else None),
        file=file,
        line=line,
        code=code,
        line_says=sentences.line_words(item.where) if item.where else None,
        signature=_signature(item) if unnamed else None,
        carried=item.carried,
        failed=said.failed,
        detail=said.detail,
        lost=said.lost,
    )


def _is_ours(check: CheckResult) -> bool:
    """Whether a check has no verdict because the grader failed."""
    return check.category == GRADER and check.passed is None


def _place(item: ItemResult) -> tuple[str, int | None, str | None]:
    """The wrong line, as far as it is known: by its values, or where an exception was raised."""
    if item.where is not None:
        return item.where.file, item.where.line, item.where.text
    raised = (_AT.fullmatch(check.line) for check in item.checks if check.passed is False and check.line)
    at = next((found for found in raised if found), None)
    return (at[1], int(at[2]), None) if at else (item.file, None, None)


def _signature(item: ItemResult) -> str:
    """Equal for answers that fail alike: by their replies on public numbers, else by which checks fail."""
    if item.behaviour:
        return behaviour.group(item.id, item.behaviour)
    return "h" + behaviour.digest([item.id, [c.name for c in item.checks if c.passed is False]])


def _digest(digest: str, notes: Sequence[Note]) -> str:
    """Of all that is handed in: equal work has equal results, word for word."""
    said = [[note.voice, note.text] for note in notes]
    return hashlib.sha256(json.dumps([digest, said]).encode()).hexdigest()


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
