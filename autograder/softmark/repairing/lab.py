"""Runs an edited program through the checks of one task, in a sandboxed worker.

Arguments cross a pipe, so what an edited function does to its own never reaches the reference's or the next check's.
A worker that is lost over an edit is replaced, and the edit is no repair.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..checks import values
from ..checks.errors import Died, StudentFailure, TimedOut
from ..checks.fixtures import Finding
from ..checks.request import SETTING, Outcome, Request
from ..checks.values import HandleRef
from ..content import salt
from ..content.rubric import Item
from ..grading.allowance import Allowance, OutOfTime
from ..grading.calls.callback_process import Answering
from ..grading.calls.remote import Remote
from ..grading.calls.sent_files import Files, own_files
from ..grading.check_result import Phase
from ..grading.grade import Grade
from ..running.collect import Check
from ..sandbox.layers.limits import bounded_memory

CALL_SECONDS = 1.0
"""For one call: a right answer takes some thousandths, of a slow task some tenths."""
JUDGING_MB = 512
_LOST = (TimedOut.category, Died.category, OutOfTime.category)
PUBLIC, HIDDEN = 0, 1
"""The two places for workers: hidden numbers have one of their own."""


def failed_on(item: Item, numbers: Phase) -> Phase:
    """Whose failed checks a search on these numbers begins with. Slow tasks were graded on hidden numbers alone."""
    return "hidden" if item.slow else numbers


class BudgetSpent(Exception):
    """The budget is used up: nothing can be said about the edit that was being tried."""


class _Port:
    """Asks the worker; `careful`: notices what is written into its inputs, whoever asks and for what."""

    def __init__(self, remote: Remote) -> None:
        self._remote = remote
        self.careful = False
        self.wrote = False

    def begin(self, check: str) -> None:
        self._remote.begin(check)

    def perform(self, request: Request) -> Outcome:
        if self.careful and request.op == "call":
            request = replace(request, op="observe")
        outcome = self._remote.perform(request)
        # settings are left to the checks: one of them may change them itself, as a caller would
        self.wrote = self.wrote or any(not name.startswith(SETTING) for name in outcome.changed)
        return outcome


class RepairLab:
    """One wrong task of a grade that is done. `numbers`: those that see its mistake. `budget`: processor seconds; no
    check is begun that would go beyond them, by what it has cost before. `close` it."""

    def __init__(self, grade: Grade, item: Item, numbers: Phase, budget: float) -> None:
        self._grade, self._item, self._numbers, self._budget = grade, item, numbers, budget
        self._own_place = HIDDEN if numbers == "hidden" else PUBLIC
        course = grade.course
        self._files = Files(
            own_files(course.rubric.files, grade.submission.files), course.given, tuple(course.probes), course.stubs
        )
        self._names = grade.carrying.names_of(item, numbers)
        self._answering = Answering(grade.worlds.modules) if self._names else None
        self._remotes: dict[int, Remote] = {}
        self._placed: dict[int, Mapping[str, str]] = {}
        self._ended = 0.0
        self._allowances: list[Allowance] = []
        self._began = time.process_time()
        self._requests: dict[str, list[Request]] = {}
        self._costs: dict[str, float] = {}
        """Check → the least that it has cost so far: an edit may be slow where the next one is not."""
        self.checks = [check for check in grade.checks.of(item.id) if check.name not in grade.so_far.left_out]

    @property
    def seconds(self) -> float:
        """Processor seconds so far: of the grader, of its workers, which may also have slept, and of what answers
        call-backs."""
        running = sum(remote.seconds_so_far for remote in self._remotes.values())
        answering = self._answering.cpu_seconds if self._answering else 0.0
        return time.process_time() - self._began + self._ended + running + answering

    @property
    def spent(self) -> float:
        """The same and what calls have slept: who sleeps uses no processor, and must not make anybody wait for it."""
        return self.seconds + sum(allowance.slept for allowance in self._allowances)

    @property
    def _rerun(self) -> list[Check]:
        """What a repair must pass on other numbers, too."""
        if not self._item.slow:
            return self.checks
        return [check for check in self.checks if check.name in self._failed]

    @property
    def _failed(self) -> Mapping[str, Finding]:
        return self._grade.so_far.failed(self._item.id, failed_on(self._item, self._numbers))

    def category_of(self, check: Check) -> str:
        """How the program as it is fails a check."""
        return self._failed[check.name].category or ""

    def failing(self) -> list[Check]:
        """The checks that the program as it is fails on these numbers, those with the smallest inputs first; of
        two that hand over as much, the one that gets less back: a mask is asked for by its length alone."""
        failed = self._failed
        sized: list[tuple[tuple[int, int], Check]] = []
        self._place(self._own_place, {}, whole=False)
        for check in (each for each in self.checks if each.name in failed):
            finding = self._run(self._own_place, check, self._grade.key_of(self._numbers))
            if finding is not None and finding.passed is False:
                requests = [reply.request for reply in finding.log.replies if reply.request is not None]
                self._requests[check.name] = requests
                given = [reply.outcome.value for reply in finding.log.replies if reply.outcome is not None]
                asked = [[request.args, request.kwargs] for request in requests]
                sized.append(((_size(asked), _size(given)), check))
        return [check for _, check in sorted(sized, key=lambda each: each[0])]

    def passes(self, changed: Mapping[str, str], checks: Iterable[Check]) -> bool:
        """Whether the changed program passes these checks on the numbers that see the mistake; BudgetSpent where there
        is no time to see."""
        self._place(self._own_place, changed, whole=False)
        return self._all_pass(self._own_place, checks, self._grade.key_of(self._numbers))

    def repairs(self, changed: Mapping[str, str]) -> bool:
        """Whether it passes everything of the task, on public numbers and on fresh ones, and leaves its inputs be. (Of
        a slow task, on fresh numbers what failed before.)"""
        self._place(PUBLIC, changed, whole=True)
        tries = [(self.checks, self._grade.key_of("public")), (self._rerun, self._fresh_key())]
        return all(self._all_pass(PUBLIC, checks, key, careful=True) for checks, key in tries)

    def holds_on_hidden(self, changed: Mapping[str, str]) -> bool:
        """The same on hidden numbers, in a worker that sees no others."""
        self._place(HIDDEN, changed, whole=True)
        return self._all_pass(HIDDEN, self._rerun, self._grade.key_of("hidden"), careful=True)

    def returned(self, changed: Mapping[str, str], check: Check, function: str) -> list[Any]:
        """What a function of the changed program returns each time that a check which failed calls it, as far as that
        goes."""
        self._place(PUBLIC, changed, whole=False)
        remote = self._remote(PUBLIC)
        remote.begin(check.name)
        made: list[str] = []
        found: list[Any] = []
        try:
            for request in self._requests[check.name]:
                outcome = remote.perform(request)
                if isinstance(outcome.value, HandleRef):
                    made.append(request.target.partition(".")[2])
                elif request.op in ("call", "observe", "grad") and _function_of(request.target, made) == function:
                    found.append(outcome.value)
        except (Died, TimedOut, OutOfTime):
            self._end(PUBLIC)
        except StudentFailure:
            pass  # the expression has no value where the statement begins
        return found

    def close(self) -> None:
        for place in list(self._remotes):
            self._end(place)
        if self._answering is not None:
            self._answering.close()

    def _fresh_key(self) -> str:
        rubric = self._grade.course.rubric
        return salt.key(rubric.term, rubric.name, "repairs")

    def _all_pass(self, place: int, checks: Iterable[Check], key: str, careful: bool = False) -> bool:
        for check in checks:
            if self.spent + self._costs.get(check.name, 0.0) >= self._budget:
                raise BudgetSpent
            finding = self._run(place, check, key, careful)
            if finding is None or finding.passed is not True:
                return False
        return True

    def _run(self, place: int, check: Check, key: str, careful: bool = False) -> Finding | None:
        """None where the worker was lost over it, or inputs were written into."""
        began = self.spent
        port = _Port(self._remote(place))
        port.careful = careful
        redrawn: dict[str, int] | None = None if key == self._grade.key_of("hidden") else {}
        with bounded_memory(JUDGING_MB):
            finding = self._grade.checks.run_as_written(check, self._grade.worlds.against(key, port, redrawn))
        self._costs[check.name] = min(self._costs.get(check.name, math.inf), self.spent - began)
        if finding.category in _LOST:
            self._end(place)
            return None
        return None if careful and port.wrote else finding

    def _remote(self, place: int) -> Remote:
        if place not in self._remotes:
            # an allowance of its own each time: what one edit costs must not be held against the next
            allowance = Allowance(self._grade.course.rubric.limits.total_seconds)
            self._allowances.append(allowance)
            self._remotes[place] = Remote(
                lambda: self._grade.spawn(place),
                replace(self._files, own={**self._files.own, **self._placed.get(place, {})}),
                CALL_SECONDS,
                names=self._names,
                answering=self._answering,
                allowance=allowance,
            )
        return self._remotes[place]

    def _place(self, place: int, changed: Mapping[str, str], *, whole: bool) -> None:
        """Put the changed files into a worker. `whole`: all files are imported again, as in a grade; otherwise only
        what changes, which takes a fraction of the time."""
        before, self._placed[place] = self._placed.get(place, {}), dict(changed)
        if place not in self._remotes:
            return
        remote = self._remotes[place]
        if whole:
            remote.reload(replace(self._files, own={**self._files.own, **changed}))
            return
        for name in {*before, *changed}:
            remote.change(name, changed.get(name, self._files.own[name]))

    def _end(self, place: int) -> None:
        remote = self._remotes.pop(place)
        remote.close()
        self._ended += remote.seconds_so_far


def _function_of(target: str, made: Sequence[str]) -> str:
    """ "stats.mean" → "mean"; of the first object that was made, "#0" → "Layer.forward"."""
    head, _, rest = target.partition(".")
    return f"{made[int(head[1:])]}.{rest or 'forward'}" if head.startswith("#") else rest


def _size(parts: Sequence[Any]) -> int:
    """How many numbers they hold."""
    return sum(math.prod(values.shape_of(array)) for _, array in values.arrays_in(parts))
