"""One grade on the server: hidden numbers decide, public numbers explain, and the result is never lost.

What is right is found out by the `grade()` of every grade (core/grade.py), over a program in a sandboxed worker. What
failed is made again on public numbers, whose values may be shown, in workers that start when every worker that saw
hidden numbers is dead and its folder wiped.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from ..checks.errors import Died, NotLoaded, NotWritten, TimedOut
from ..core.bench import Bench
from ..core.grade import grade
from ..core.judging import Judging, Part
from ..core.recording import Numbers
from ..core.result import RULE_BROKEN, WRONG, Row
from ..core.result import Result as Found
from ..core.tape import Tape
from ..locating.line_shown import may_show
from ..sandbox.layers.limits import bounded_memory
from . import behaviour, evidence, staff_notes
from .charge import Budget
from .intake import source_reading
from .intake.submission import Submission
from .lines import Lines, Looked
from .material import Material
from .programs import Programs
from .remote import Spawn
from .result import IsolationReached, Note, Result, Where, blank
from .rows import reached, row_of
from .watching import Watching

JUDGING_MB = 512
"""What judging the replies of one check may take of the grader's memory; a right answer needs a few."""
EXPLAINING = 0.25
"""The share of a grade's time that there is on top for what public numbers show."""
FOR_GOOD = (TimedOut.category, Died.category)
"""What failed so is not made again."""
AT_ONCE = (NotLoaded.category, NotWritten.category)
"""What failed so is made again in no time, also where the task is slow."""


@dataclass(frozen=True)
class Surroundings:
    """What a grade needs from outside: a way to start workers, and somebody to tell."""

    spawn: Spawn
    publish: Callable[[Result], None] | None = None
    """Who is told after every task, if anybody wants to know before the end."""
    isolation: IsolationReached = field(default_factory=IsolationReached)
    looks: bool = False
    """Somebody will look at the finished grade, with what was sent and what came."""


@dataclass
class Seen:
    """What public numbers show of a wrong task."""

    made: dict[str, Tape] = field(default_factory=dict)
    """Check → the same on public numbers, where it was made on these."""
    looked: Looked = field(default_factory=Looked)
    where: Where | None = None
    """The line to show."""

    @property
    def failed(self) -> dict[str, Tape]:
        return {name: tape for name, tape in self.made.items() if tape.passed is False}


class Grade:
    """Grades one submission; `run` returns the final result and has published it on the way."""

    def __init__(
        self, material: Material, submission: Submission, around: Surroundings, skip: frozenset[str] = frozenset()
    ) -> None:
        """`skip`: tasks that are left out on purpose; they stay "not checked"."""
        self.material, self.submission, self._around = material, submission, around
        self.cpu_seconds = 0.0
        """What the workers took."""
        self.seen: dict[str, Seen] = {}
        """Task → what public numbers show of it."""
        self.judging: Judging | None = None
        """On hidden numbers."""
        self._rows: Mapping[str, Row] = {}
        self._tasks = [task for task in material.assignment.tasks if task.id not in skip]
        self._trees: Mapping[str, ast.Module] = {}
        limits = material.course.rubric.limits
        slow = {check.name for task in material.assignment.tasks if task.slow for check in material.checks.of(task.id)}
        self._budget = Budget(
            limits.grade_seconds, lambda check: limits.slow_call_seconds if check in slow else limits.call_seconds
        )
        self.result = self._begun()

    def run(self) -> Result:
        began = time.monotonic()
        self._publish()
        self._read_source()
        self._decide()
        self._explain()
        over = self._budget.was_over
        seconds = round(time.monotonic() - began, 2)
        self.result = replace(self.result, status="out_of_time" if over else "graded", seconds=seconds)
        if over:
            self.result = self.result.with_notes(Note("student", self._out_of_time()))
        self._publish()
        return self.result

    def _begun(self) -> Result:
        """Before anything has run: valid, and it says so."""
        material, rubric = self.material, self.material.course.rubric
        plan = {
            item.id: [reached(check, None) for check in material.checks.of(item.id) if not check.is_everyday]
            for item in rubric.items
        }
        return replace(
            blank(rubric, plan),
            isolation=self._around.isolation,
            digest=self.submission.digest,
            handout=material.course.has_handout,
        ).with_notes(*self.submission.notes)

    def _out_of_time(self) -> str:
        seconds = self.material.course.rubric.limits.grade_seconds
        return (
            f"your code used up the {seconds:g} s that there are for one grade (what it computes, or a quarter of the "
            "clock where that is more); what was checked until then counts"
        )

    def _publish(self) -> None:
        if self._around.publish is not None:
            self._around.publish(self.result)

    def _read_source(self) -> None:
        self._trees = source_reading.trees(self.submission.files)
        self.result = self.result.with_notes(*source_reading.notes(self._trees, self.material.course.rubric))

    # --- hidden numbers decide ---------------------------------------------------------------------------------------

    def _decide(self) -> None:
        course, hidden = self.material.course, self.material.hidden
        watched = evidence.watching(course.rubric, self.material.checks, hidden.key)
        with self._programs(self._budget, watched) as programs:
            self.judging = Judging(self._bench(hidden, programs), programs.student)
            grade(self.judging, self._tasks, self._found)
        notes = evidence.sentences(course.rubric, self.judging, watched)
        self.result = staff_notes.added(self.result, notes)

    @contextmanager
    def _programs(self, budget: Budget, watching: Watching | None = None) -> Iterator[Programs]:
        files = self.submission.files
        programs = Programs(self.material, files, self._around.spawn, budget, watching)
        try:
            yield programs
        finally:
            self.cpu_seconds += programs.close()

    def _bench(self, numbers: Numbers, programs: Programs) -> Bench:
        guard = partial(bounded_memory, JUDGING_MB)
        sides = self.material.assignment, self.material.checks, numbers, programs.judge
        return Bench(*sides, guard=guard, keeps_replies=self._around.looks)

    def _found(self, found: Found) -> None:
        """Rows as they are known by now."""
        self._rows = found.rows
        for ident, row in found.rows.items():
            if self._parts(ident):
                self._settle(ident, row)
        self._publish()

    def tapes(self, ident: str) -> list[Tape]:
        """What a task did on hidden numbers."""
        return [tape for part in self._parts(ident) for tape in part.tapes]

    def _parts(self, ident: str) -> list[Part]:
        return [part for part in self.judging.parts.values() if part.task.id == ident] if self.judging else []

    # --- public numbers explain --------------------------------------------------------------------------------------

    def _explain(self) -> None:
        budget = self._budget.with_seconds(EXPLAINING * self.material.course.rubric.limits.grade_seconds)
        wrong = [ident for ident, row in self._rows.items() if any(part.failed for part in self._parts(ident))]
        with self._programs(budget) as programs:
            bench = self._bench(self.material.public, programs)
            lines = Lines(self.material, programs, budget, self.submission.files, self._trees)
            for ident in wrong:
                self.seen[ident] = self._shown(ident, bench, programs, lines)
                self._settle(ident, self._rows[ident])
                self._publish()

    def _shown(self, ident: str, bench: Bench, programs: Programs, lines: Lines) -> Seen:
        seen, followed = Seen(), list[tuple[Tape, frozenset[str]]]()
        for part in self._parts(ident):
            again = [tape.check for tape in part.failed if self._again(tape)]
            alone = any(tape.alone for tape in part.tapes)
            for tape in bench.make(again, programs.student.on_top_of(part.on_top_of), alone):
                seen.made[tape.check.name] = tape
                if tape.passed is False and not tape.alone:
                    followed.append((tape, part.on_top_of))
        if followed and may_show(self.material.course.rubric.feedback.hints):
            seen.looked = self._looked(ident, lines, followed)
        if place := seen.looked.place:
            seen.where = lines.shown(place)
        return seen

    def _looked(self, ident: str, lines: Lines, followed: Sequence[tuple[Tape, frozenset[str]]]) -> Looked:
        broken = self._rows[ident].status == RULE_BROKEN
        return Looked(silent="a rule is broken") if broken else lines.look(followed)

    def _again(self, tape: Tape) -> bool:
        slow = self.material.assignment.by_id[tape.check.item].slow
        return tape.kind in AT_ONCE or not (slow or tape.kind in FOR_GOOD)

    # --- the row -----------------------------------------------------------------------------------------------------

    def _settle(self, ident: str, row: Row) -> None:
        """Put what is known about a task into the result."""
        seen, row = self.seen.get(ident, Seen()), self._told(row)
        blank, parts = self.result.item(ident), self._parts(ident)
        made = replace(
            row_of(blank, row, parts, seen.made, self.material.assignment),
            where=seen.where,
            silent=seen.looked.silent,
            followed=seen.looked.followed,
            behaviour=self._behaviour(row, seen),
        )
        self.result = self.result.with_item(made)

    def _told(self, row: Row) -> Row:
        """With the words that belong to the name of its mistake."""
        course = self.material.course
        if row.mistake is None or course.rubric.feedback.hints == "off":
            return replace(row, mistake=None)
        answer = next(each for each in course.known_mistakes if each.name == row.mistake)
        return replace(row, says=answer.says, hint=answer.hint, section=answer.section)

    def _behaviour(self, row: Row, seen: Seen) -> str:
        """How a wrong answer behaves that no known mistake explains."""
        if row.status != WRONG or row.mistake:
            return ""
        return behaviour.of(tape for tape in seen.failed.values() if tape.kind != NotWritten.category)
