"""One grade: every check on public numbers, then on hidden ones, task by task, with a result that is never lost.

A check passes when it passes on both, whoever asks and whenever: a single grade, a class, the platform before the
deadline and after it, the audit. Slow tasks are graded on hidden numbers alone. After every task the result is
published again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ..checks.visibility import Visibility
from ..content.course import Course
from ..content.rubric import Item
from ..running.collect import Check, Checks, on_top
from . import staff_notes
from .allowance import BEFORE_HIDDEN, Allowance
from .calls.participants import Worlds
from .calls.remote import WorkerProcess
from .carry_forward import Carrying
from .check_result import BOTH_PHASES, CheckResult, Phase
from .explain_failures import Explainer
from .intake import source_reading
from .intake.submission import Submission
from .result import IsolationReached, Note, Result, blank
from .run_checks import CheckRunner
from .so_far import SoFar
from .time_left import TimeLeft
from .worker_pair import Workers

PUBLISH_EVERY = 0.5
"""Seconds. A task is published when it is done; what public numbers alone have shown of it can wait that long."""


@dataclass(frozen=True)
class Surroundings:
    """What a grade needs from outside: a way to start workers, and somebody to tell."""

    spawn: Callable[[int], WorkerProcess]
    """Starts a worker in one of two places; a new worker ends the one that was in its place."""
    publish: Callable[[Result], None] | None = None
    """Who is told after every task, if anybody wants to know before the end."""
    isolation: IsolationReached = field(default_factory=IsolationReached)
    clock: Callable[[], float] = time.monotonic
    keep_logs: bool = False
    """Whether findings keep every input and every reply, for staff who look at one check; they take much memory."""


class Grade:
    """Grades one submission; `run` returns the final result and has published it on the way."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        submission: Submission,
        around: Surroundings,
        worlds: Worlds | None = None,
        skip: frozenset[str] = frozenset(),
        slow_phase: Phase = "hidden",
    ) -> None:
        """`skip`: tasks that are left out on purpose; they stay "not checked"."""
        self.course, self.checks, self.submission = course, checks, submission
        self.worlds = worlds or Worlds(course, checks)
        self.so_far = SoFar()
        limits = course.rubric.limits
        self._allowance = Allowance(
            limits.total_seconds, limits.work_seconds, limits.sleep_seconds, limits.explain_seconds
        )
        self.workers = Workers(course, submission.files, around.spawn, self.worlds, self._allowance)
        self._around = around
        self._skip = skip
        self._slow_phase = slow_phase
        self._time_left = TimeLeft(around.clock, limits.total_seconds, self._allowance)
        self.carrying = Carrying(course.rubric, self.so_far.findings, self.so_far.broken)
        self.explainer = Explainer(course, checks, self.worlds, self.so_far, self._time_left, submission.files)
        self._runner = CheckRunner(
            course, checks, self.worlds, self.so_far, self.carrying, self._time_left, self._tell_staff,
            keep_logs=around.keep_logs,
        )  # fmt: skip
        self._published = 0.0
        self.result = self._begun()

    def run(self) -> Result:
        self._publish()
        self._apply_rules()
        try:
            for phase in BOTH_PHASES:
                self._allowance.share(1.0 if phase == "hidden" else BEFORE_HIDDEN)
                self._phase(phase)
        finally:
            self.workers.close()
        over = self._time_left.was_over
        self.result = replace(
            self.result, status="out_of_time" if over else "graded", seconds=round(self._time_left.taken, 2)
        )
        if over:
            self.result = self.result.with_notes(Note("student", self._out_of_time()))
        self._publish()
        return self.result

    def _numbers(self, item: Item) -> tuple[Phase, ...]:
        """What a task is graded on. Slow checks run once, on hidden numbers: the public ones can be run at home."""
        return (self._slow_phase,) if item.slow else BOTH_PHASES

    def _out_of_time(self) -> str:
        limits = self.course.rubric.limits
        seconds, did = limits.total_seconds, "used up the time for one grade"
        if self._allowance.overworked:
            seconds, did = limits.work_seconds, "takes too long for one grade"
        elif self._allowance.overslept:
            seconds, did = limits.sleep_seconds, "sleeps, or waits for something, too long for one grade"
        public = f", of which {BEFORE_HIDDEN * seconds:g} s for public numbers"
        return f"your code {did}, which has {seconds:g} s for that{public}; what was checked until then counts"

    def _begun(self) -> Result:
        """Before anything has run: valid, and it says so."""
        submission, rubric = self.submission, self.course.rubric
        plan = {
            item.id: tuple(_blank(check, phase) for check in self.checks.of(item.id) for phase in self._numbers(item))
            for item in rubric.items
        }
        begun = blank(rubric, plan)
        return replace(
            begun,
            isolation=self._around.isolation,
            digest=submission.digest,
            handout=self.course.has_handout,
        ).with_notes(*submission.notes)

    def _apply_rules(self) -> None:
        read = source_reading.read(self.submission.files, self.course.given, self.course.rubric, self.carrying.leaning)
        self.explainer.read(read.trees)
        self.so_far.unwritten |= read.unwritten
        self.so_far.broken |= read.broken
        self.result = self.result.with_notes(*read.notes)
        self._tell_staff(read.staff)

    def _tell_staff(self, sentences: Iterable[str]) -> None:
        self.result = staff_notes.added(self.result, sentences)

    def _publish(self) -> None:
        self._published = self._around.clock()
        if self._around.publish is not None:
            self._around.publish(self.result)

    # --- the order of one grade ---------------------------------------------------------------------------------

    def _phase(self, phase: Phase) -> None:
        """All tasks with the numbers of one phase, in workers of their own."""
        try:
            for item in self.course.rubric.items:
                if item.id in self._skip or phase not in self._numbers(item):
                    continue
                if not self.carrying.at_once(item, phase):
                    # if it will be carried, that decides what it is worth: here its first failure is enough
                    self._check(item, phase, frozenset(), to_first_failure=self.carrying.would_carry(item))
                self._carry_forward(item, phase)
                self._carry_inside(item, phase)
                self._conclude(item, phase)
            for item in self.course.rubric.items:  # what a task leans on may have turned out wrong after it was graded
                if (item.id, phase) in self.so_far.findings and self._carry_forward(item, phase):
                    self._carry_inside(item, phase)
                    self._conclude(item, phase)
        finally:
            self.workers.end_all()

    def _check(self, item: Item, phase: Phase, names: frozenset[str], *, to_first_failure: bool = False) -> None:
        """On the last numbers it is watched what runs: code that knows the public ones could behave well on those.
        Which check of a task is watched is as secret as the numbers."""
        watch = bool(item.not_allowed) and phase == self._numbers(item)[-1]
        port = self.workers.with_names(names, item.id)
        self.so_far.findings.pop((item.id, phase), None)
        self.so_far.findings[item.id, phase] = self._runner.run(
            item, phase, self.key_of(phase), port, watch=watch, to_first_failure=to_first_failure and not watch
        )

    def _carry_forward(self, item: Item, phase: Phase) -> bool:
        """Grade it on top of the reference's earlier tasks, if it is wrong and some of them are."""
        if self._time_left.is_over or not self.carrying.wanted(item, phase):
            return False
        names = self.carrying.names(item, phase)
        if item.id in self.so_far.unwritten and self.so_far.not_written(item.id, phase):
            return False
        self._check(item, phase, names)
        return True

    def _carry_inside(self, item: Item, phase: Phase) -> None:
        """Check what stands on a wrong function of the same task once more, on top of the reference's."""
        failed = {name for each in BOTH_PHASES for name in self.so_far.failed(item.id, each)}
        reruns = on_top(self.checks.of(item.id), failed) if item.id not in self.so_far.unwritten else {}
        for names, checks in reruns.items():
            if self._time_left.is_over:
                return
            carried = self.carrying.names_inside(item, phase, names)
            port = self.workers.with_names(carried, item.id)
            found = self._runner.run(item, phase, self.key_of(phase), port, watch=False, only=checks)
            self.so_far.on_top |= {(check, phase): carried for check in found}
            self.so_far.findings.setdefault((item.id, phase), {}).update(found)
        if reruns:  # where the others were checked, whoever looks at them later
            self.workers.with_names(self.carrying.names_of(item, phase), item.id)

    def _conclude(self, item: Item, phase: Phase) -> None:
        """Name what is wrong, and put the row into the result."""
        self.explainer.name(item, phase, self.key_of(phase))
        if phase == "public" and (item.id, phase) in self.so_far.findings:
            self.explainer.locate(item, self.workers.of(item.id))
        done = phase == self._numbers(item)[-1]
        if done or self._around.publish is not None:
            self._settle(item)
        if done or self._around.clock() - self._published > PUBLISH_EVERY:
            self._publish()

    def key_of(self, phase: Phase) -> str:
        """What these numbers are drawn from."""
        return self.course.rubric.public_key() if phase == "public" else self.course.hidden_key()

    def on_top_of(self, item: Item, phase: Phase, check: str) -> frozenset[str]:
        """The names that the reference stood in for when this check was made last."""
        return self.so_far.on_top.get((check, phase), self.carrying.names_of(item, phase))

    # --- the row ----------------------------------------------------------------------------------------------

    def _settle(self, item: Item) -> None:
        """Put what is known about a task into the result."""
        kept = [check for check in self.checks.of(item.id) if check.name not in self.so_far.left_out]
        checks = [self._as_result(item, check, phase) for check in kept for phase in self._numbers(item)]
        notes = (self.carrying.said, self.so_far.waiting)
        named = self.so_far.named.items()
        judged = self.result.item(item.id).judged(
            [*checks, *self.so_far.broken.get(item.id, [])],
            phases=self._numbers(item),
            carried="; ".join(note[item.id] for note in notes if item.id in note) or None,
            hints=sorted({answer.hint for (ident, _), answer in named if ident == item.id and answer.hint}),
        )
        if judged.status == "failed" and (behaviour := self.explainer.behaviour(item)) is not None:
            judged = replace(judged, behaviour=behaviour.to_text())
        where, looked = self.explainer.line_of(item)
        settled = self.result.with_item(replace(judged, where=where, silent=looked.silent, followed=looked.followed))
        self.result = settled.with_habits_charged()

    def _as_result(self, item: Item, check: Check, phase: Phase) -> CheckResult:
        finding = self.so_far.of(item.id, phase).get(check.name)
        if finding is None:
            return _blank(check, phase)
        if finding.passed and not (finding.public or finding.staff or finding.line):
            return _blank(check, phase, passed=True, section=item.id)
        answer = self.so_far.named.get((item.id, phase)) if finding.passed is False else None
        return replace(
            _blank(check, phase),
            passed=finding.passed,
            category=finding.category,
            message=finding.public,
            safe_message=finding.safe,
            staff=finding.staff,
            line=finding.line,
            diagnosis=answer.name if answer else None,
            says=answer.says if answer else None,
            hint=answer.hint if answer else None,
            section=answer.section if answer else item.id,
        )


def _blank(check: Check, phase: Phase, *, passed: bool | None = None, section: str | None = None) -> CheckResult:
    """What is known of a check before it is made, or of one that passed."""
    return _same(
        check.name, check.title, phase, passed, check.weight, section, check.visibility, check.sentence, check.habit
    )


@lru_cache(maxsize=4096)  # the same in every grade, and nothing of a student's is in it
def _same(
    name: str, title: str, phase: Phase, passed: bool | None, weight: float, section: str | None,
    visibility: Visibility, sentence: str, habit: str,
) -> CheckResult:  # fmt: skip
    return CheckResult(
        name, title, phase, passed, weight, section=section, visibility=visibility, sentence=sentence, habit=habit
    )
