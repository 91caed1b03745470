"""Records one set of numbers, public or hidden: what the reference replies to each check, and how every known mistake
does on it.

A mistake's signature is made by the judging of any grade, over a program in this process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..bank import Answer
from ..checks.errors import GraderFault
from ..checks.trace import Trace
from ..core.judging import Judging
from ..core.recording import Numbers
from ..core.tape import Tape, functions_asked
from ..running.collect import Check
from ..running.execute import Executor
from ..running.recording import KnownMistake, Recording
from . import reference_fails
from .known_code import Against, KnownCode


class Replies(NamedTuple):
    """What the recording keeps of one check, asked of the reference against itself."""

    of_reference: list[dict[str, Any]]
    """In the order of the calls."""
    asked: list[str]
    """The functions that it asks the code under test for."""


class Signature(NamedTuple):
    """What a known mistake does in the tasks that it loses."""

    traces: dict[str, Trace]
    """Check → how it does there."""
    on_top_of: dict[str, frozenset[str]]
    """Class of checks → the wrong functions that the reference stood in for."""
    alone: frozenset[str]
    """Classes in which it is asked for one thing at a time."""


def replies(known: KnownCode, key: str, redrawn: Mapping[str, int]) -> dict[str, Replies]:
    """Check → what the reference replies to it, asked against itself."""
    made = known.each(partial(replies_to, known, key, redrawn), known.checks, "asks the reference")
    return {check.name: found for check, found in zip(known.checks, made, strict=True)}


def replies_to(known: KnownCode, key: str, redrawn: Mapping[str, int], check: Check) -> Replies:
    """GraderFault where the reference does not pass."""
    sides = Against(known.course.rubric, key, Executor(known.reference), known.reference, redrawn)
    finding = known.all_checks.run(check, sides)
    if finding.passed is not True:
        raise GraderFault(reference_fails.sentence(known.course, finding))
    asked = ((reply.target, reply.outcome and reply.outcome.value) for reply in finding.log.replies)
    return Replies(sides.replies, sorted(functions_asked(asked)))


def numbers_of(key: str, replies: Mapping[str, Replies], redrawn: Mapping[str, int] | None = None) -> Numbers:
    """A set of numbers with what the reference replies on it."""
    asked = {check: found.asked for check, found in replies.items()}
    return Numbers(key, lambda check: replies[check].of_reference, redrawn=redrawn or {}, asked=asked)


def recording(key: str, replies: Mapping[str, Replies], mistakes: list[KnownMistake]) -> Recording:
    of_reference = {check: found.of_reference for check, found in replies.items()}
    return Recording(key, of_reference, {check: found.asked for check, found in replies.items()}, mistakes)


def signatures(known: KnownCode, numbers: Numbers, answers: Sequence[Answer]) -> dict[str, Signature]:
    """Known mistake → what it does on these numbers."""
    made = known.each(partial(signature, known, numbers), answers, "tries known mistakes")
    return {answer.name: found for answer, found in zip(answers, made, strict=True)}


def signature(known: KnownCode, numbers: Numbers, answer: Answer) -> Signature:
    judging = Judging(known.bench(numbers), known.program(answer))
    tasks = [known.assignment.by_id[ident] for ident in answer.loses if ident in known.assignment.by_id]
    parts = [part for task in tasks for part in judging.of(task)]
    tapes = [tape for part in parts for tape in part.tapes]
    traces = {tape.check.name: _trace(tape) for tape in tapes if tape.passed is not None}
    alone = frozenset(tape.check.family for tape in tapes if tape.alone)
    return Signature(traces, {part.checks[0].family: part.on_top_of for part in parts}, alone)


def trace(known: KnownCode, numbers: Numbers, answer: Answer, check: Check, before: Signature) -> Trace:
    """What a known mistake does in one check alone, on top of what it stood on before."""
    program = known.program(answer).on_top_of(before.on_top_of[check.family])
    (tape,) = known.bench(numbers).make([check], program, check.family in before.alone)
    return _trace(tape)


def _trace(tape: Tape) -> Trace:
    return Trace(bool(tape.passed), tape.signature, tape.kind)
