"""Grades a class: takes every entry of an export in, has it graded, and writes it into the journal.

Only what needs it is graded: entries whose submission and autograder are those of their last grade are left alone, and
equal submissions are graded once. Everything here runs in one thread; the pool does the rest.
"""

from __future__ import annotations

import hashlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

from ..content.course import Course
from ..grading.intake.submission import IntakeError, Submission
from ..grading.result import NOT_YOURS, Note, Result, blank
from ..grading.server import Done, GradingJob
from ..policy.version import autograder_version, texts_version
from ..render.say import say
from .entries import Entry, Graded
from .exports import Export
from .journal import Journal, is_faulty, now
from .pool import GraderPool, LocalPool, each

Progress = Callable[[int, int, int], None]
"""Told how many are done, of how many, and how many of them took no grading."""


@dataclass
class BatchSummary:
    """What a batch did."""

    listed: int
    graded: int = 0
    """Entries that have a new grade."""
    shared: int = 0
    """Those of them whose submission is the same as another's, and was graded with it."""
    unchanged: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)
    """Entry → why there was nothing to look at."""
    faulty: dict[str, str] = field(default_factory=dict)
    """Entry → what the grader could not do, by its own fault. The next batch tries again."""
    older_words: bool = False
    """Some grades were told by other known mistakes than there are now. Their points are the same."""
    left: list[str] = field(default_factory=list)
    """Entries that this run did not get to."""
    stopped: bool = False
    seconds: float = 0.0

    @property
    def done(self) -> int:
        return self.graded + self.unchanged


@dataclass(frozen=True)
class _Taken:
    """An entry whose submission has been taken in."""

    entry: Entry
    submission: Submission
    fingerprint: str


class Batch:
    """The state of one run."""

    def __init__(self, course: Course, export: Export, journal: Journal, *, regrade: bool, progress: Progress) -> None:
        self.course = course
        self.export = export
        self.journal = journal
        self.autograder = autograder_version(course)
        self.summary = BatchSummary(len(export.entries), left=[entry.id for entry in export.entries])
        # first of all: of two batches into one folder, the second ends here
        journal.enlist(export.entries, course.rubric)
        self.summary.older_words = journal.note_texts_version(texts_version(course), anew=regrade)
        self._regrade = regrade
        self._progress = progress
        self._pool: GraderPool | None = None
        self._waiting: dict[str, list[_Taken]] = {}
        """Fingerprint → entries that wait for its grade; the first of them was handed in."""
        self._handed_in: dict[str, str] = {}
        """Name of a job → its fingerprint."""
        self._fresh: set[str] = set()
        """Fingerprints graded in this run."""

    def run(self, pool: GraderPool) -> BatchSummary:
        began = time.monotonic()
        self._pool = pool
        try:
            with self._stoppable():
                for done in each(pool, self._jobs()):
                    self._finish(done)
        except KeyboardInterrupt:
            self.summary.stopped = True
        finally:
            self.summary.seconds = time.monotonic() - began
        return self.summary

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        """The first interrupt lets grades in flight finish, the second drops them."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self.summary.stopped:
                raise KeyboardInterrupt
            self.summary.stopped = True
            say(
                "stopping: running grades are finished first (press Ctrl-C again to drop them)",
                file=sys.stderr,
                flush=True,
            )
            if self._pool is not None:
                self._pool.stop()

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _jobs(self) -> Iterator[GradingJob]:
        """What is to be graded, taken in one by one; what is not to be graded is settled on the way."""
        for entry in self._in_order():
            if self.summary.stopped:
                return
            try:
                submission = self.export.take(entry, self.course.rubric)
            except IntakeError as problem:
                self._refuse(entry, str(problem))
                continue
            taken = _Taken(entry, submission, fingerprint(submission.digest, submission.notes))
            if not self._regrade and not self.journal.needs(entry, taken.fingerprint, self.autograder):
                self._unchanged(entry)
            elif taken.fingerprint in self._waiting:
                self._waiting[taken.fingerprint].append(taken)
            elif (known := self._known(taken.fingerprint)) is not None:
                self._record(taken, known)
                self.summary.shared += 1
            else:
                self._waiting[taken.fingerprint] = [taken]
                self._handed_in[entry.id] = taken.fingerprint
                yield GradingJob(
                    entry.id,
                    submission.files,
                    notes=submission.notes,
                    digest=submission.digest,
                )

    def _in_order(self) -> list[Entry]:
        """Those first that seem to be graded already: they take no time, so that the time left is that of the others.
        Those that the grader failed on last time come last, so that a class never waits for them."""
        faulty, settled = self.journal.faulty(), set() if self._regrade else self.journal.settled(self.autograder)
        return sorted(
            self.export.entries,
            key=lambda entry: (entry.id in faulty, (entry.id, entry.created_at) not in settled),
        )

    def _known(self, mark: str) -> Result | None:
        if self._regrade and mark not in self._fresh:
            return None
        return self.journal.known(mark, self.autograder)

    def _finish(self, done: Done) -> None:
        mark = self._handed_in.pop(done.name)
        group = self._waiting.pop(mark)
        result = Result.from_line(done.text.encode()) if not done.error else self._failed(group[0], done.error)
        if not is_faulty(result):
            self._fresh.add(mark)
        for taken in group:
            self._record(taken, result)
        self.summary.shared += len(group) - 1

    def _record(self, taken: _Taken, result: Result) -> None:
        """Add a grade to the journal: what the tasks earned. What lateness costs is decided when the class is read."""
        result = replace(result, autograder=self.autograder)
        graded = Graded(taken.entry, result, taken.submission.files, self.autograder, now())
        self.journal.record(graded, taken.fingerprint)
        if is_faulty(result):
            staff = result.notes_for("staff")
            broken = ", ".join(item.id for item in result.items if item.status == "grader_error")
            self.summary.faulty[taken.entry.id] = staff[-1] if staff else f"the grader failed in {broken}"
        self.summary.graded += 1
        self._tell(taken.entry)

    def _refuse(self, entry: Entry, sentence: str) -> None:
        """Record a submission with nothing to look at: that is a result, too, with a sentence in it."""
        notes = (Note("student", sentence),)
        mark = fingerprint("", notes)
        self.summary.unreadable[entry.id] = sentence
        if not self._regrade and not self.journal.needs(entry, mark, self.autograder):
            self._unchanged(entry)
            return
        result = replace(blank(self.course.rubric), status="refused").with_notes(*notes)
        self._record(_Taken(entry, Submission({}, list(self.course.rubric.files), list(notes)), mark), result)

    def _failed(self, taken: _Taken, error: str) -> Result:
        notes = (*taken.submission.notes, Note("student", NOT_YOURS), Note("staff", f"the grader failed: {error}"))
        result = replace(blank(self.course.rubric), status="grader_error", digest=taken.submission.digest)
        return result.with_notes(*notes)

    def _unchanged(self, entry: Entry) -> None:
        self.summary.unchanged += 1
        self._tell(entry)

    def _tell(self, entry: Entry) -> None:
        self.summary.left.remove(entry.id)
        free = self.summary.unchanged + self.summary.shared
        self._progress(self.summary.done, self.summary.listed, free)


def fingerprint(digest: str, notes: list[Note] | tuple[Note, ...]) -> str:
    """A fingerprint of all that is handed in. Equal ones get equal results, word for word."""
    said = json.dumps([digest, [[note.voice, note.text] for note in notes]])
    return hashlib.sha256(said.encode()).hexdigest()


def pool(
    course: Course,
    root: Path,
    journal: Journal,
    *,
    size: int | None,
    scheduler: str | None,
    certificates: Path | None = None,
    traces: Path | None = None,
) -> AbstractContextManager[GraderPool]:
    """Whoever grades: launchers on this machine, or the workers of a Dask cluster, who have no recording at hand."""
    # The grader keeps its own clock; this one is for a grader that hangs itself.
    patience = 2 * course.rubric.limits.total_seconds + 120
    if scheduler is None:
        return LocalPool(root, size, patience, traces)
    from .dask_pool import DaskPool

    return DaskPool(scheduler, course, patience, place=str(journal.out.resolve()), certificates=certificates)
