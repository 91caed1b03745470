"""Records the public numbers: what the reference replies to each check, and how every known mistake does on it.

A mistake's signature is made by the judging of any grade, over a program in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from ..bank import Answer
from ..checks.errors import GraderFault
from ..checks.trace import Trace
from ..content.course import Course
from ..core.assignment import Assignment
from ..core.bench import Bench
from ..core.judging import Judging
from ..core.program import Local
from ..core.recording import Numbers
from ..grading.calls.participants import RecordingParticipants, Worlds
from ..running import trusted
from ..running.collect import Check, Checks
from ..running.execute import Executor
from ..running.recording import KnownMistake
from . import reference_fails

Replies = dict[str, list[dict[str, Any]]]
"""Check → the reference's outcomes, in the order of the calls."""


def replies(course: Course, checks: Iterable[Check], run: Callable[..., Any], worlds: Worlds) -> Replies:
    """What the reference replies, against itself."""
    rubric, found = course.rubric, Replies()
    for check in checks:
        sides = RecordingParticipants(rubric.public_key(), rubric, worlds.load(), worlds.reference)
        finding = run(check, sides)
        if finding.passed is not True:
            raise GraderFault(reference_fails.sentence(course, finding))
        found[check.name] = sides.recorder.kept
    return found


def mistakes(
    course: Course, assignment: Assignment, checks: Checks, right: Replies, answers: Sequence[Answer]
) -> list[KnownMistake]:
    """The known mistakes, each with what it does in the tasks that it loses."""
    numbers = Numbers(course.rubric.public_key(), right.__getitem__, ())
    reference = trusted.load(course.trusted_sources())
    bench = Bench(assignment, checks, numbers, judge=Local(Executor(reference)))
    found = []
    for answer in answers:
        judging = Judging(bench, program(course, answer, reference))
        tasks = [assignment.by_id[ident] for ident in answer.loses if ident in assignment.by_id]
        tapes = [tape for task in tasks for part in judging.of(task) for tape in part.tapes]
        traces = {tape.check.name: Trace(bool(tape.passed), tape.signature, tape.kind) for tape in tapes}
        if traces:
            found.append(_told(answer, traces, course.rubric.feedback.hints))
    return found


def program(course: Course, answer: Answer, reference: Mapping[str, ModuleType]) -> Local:
    """A known answer, which the reference can stand in for."""

    def on_top(names: frozenset[str]) -> Local:
        def stand_in(name: str, module: ModuleType) -> None:
            for full in names:
                file, _, function = full.partition(".")
                if file == name:
                    holder, own = _holder(module, function)
                    setattr(holder, own, getattr(_holder(reference[name], function)[0], own))

        laid_over = [trusted.overlay(answer)]
        return Local(Executor(trusted.load(course.trusted_sources(), laid_over, after=stand_in)), on_top)

    return on_top(frozenset())


def _holder(module: ModuleType, function: str) -> tuple[Any, str]:
    """Whose attribute it is, and how it is called there: "LayerNorm.forward" is the class's."""
    owner, _, own = function.rpartition(".")
    return (getattr(module, owner) if owner else module), own


def _told(answer: Answer, traces: dict[str, Trace], hints: str) -> KnownMistake:
    if hints == "category":
        category = answer.name.partition(".")[0]
        return KnownMistake(category, f"A known mistake about: {category}.", "", answer.section, answer.loses, traces)
    return KnownMistake(answer.name, answer.says, answer.hint, answer.section, answer.loses, traces)
