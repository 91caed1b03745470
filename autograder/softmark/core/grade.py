"""One submission, one result: check each task, leave what stands on a wrong one, name what is wrong, publish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..checks import points
from ..checks.points import Counted
from .assignment import Task
from .judging import Judging, Part
from .name import name_of
from .result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG, Result, Row, Shown
from .tape import Tape


def grade(judging: Judging, tasks: Sequence[Task], publish: Callable[[Result], None]) -> Result:
    """Check these tasks in order. What they stand on is checked too, as soon as one of them fails."""
    result = Result({task.id: Row(task.id, task.points) for task in tasks})
    for task in tasks:
        judging.of(task)
        result = _concluded(result, judging)
        publish(result)
    for _ in judging.once_more():
        result = _concluded(result, judging)
        publish(result)
    return result


def _concluded(result: Result, judging: Judging) -> Result:
    """With all that is known by now, and no habit charged beyond its limit."""
    judged = {part.task.id for part in judging.parts.values()}
    tasks = [task for task in judging.bench.assignment.tasks if task.id in judged]
    rows = {task.id: _row(task, judging) for task in tasks}
    lost = points.charge({ident: row.lost for ident, row in rows.items()})
    return result.with_rows(_worth(replace(row, lost=lost[ident])) for ident, row in rows.items())


def _worth(row: Row) -> Row:
    """With its score: what waits is not earned yet."""
    if row.status == RULE_BROKEN:
        return row
    return replace(row, score=points.earned(row.points, (*row.lost, *row.rest)))


def _row(task: Task, judging: Judging) -> Row:
    parts = judging.of(task)
    tapes = [tape for part in parts for tape in part.tapes]
    broken = tuple(
        dict.fromkeys(judging.bench.assignment.rule_broken(task, tape.says) for tape in tapes if tape.breaks_a_rule)
    )
    waits_for = _roots(task, judging)
    counted = [tape.counted for tape in tapes if not tape.check.is_everyday] + _waiting(parts)
    lost = points.losses(task.points, [] if broken else counted)  # a broken rule costs all of it
    row = Row(
        *(task.id, task.points),
        status=RULE_BROKEN if broken else _status(task, parts, waits_for),
        lost=tuple(loss for loss in lost if loss.reached),
        rest=tuple(loss for loss in lost if not loss.reached),
        waits_for=waits_for,
        rest_waits_for=() if waits_for else _within(task, parts),
        broken=broken,
        checks=tuple(map(_shown, told_of(tapes))),
    )
    known = name_of(tapes, judging.bench.numbers.mistakes) if row.status == WRONG else None
    return replace(row, mistake=known.name, says=known.says, hint=known.hint, section=known.section) if known else row


def _status(task: Task, parts: Sequence[Part], waits_for: Sequence[str]) -> str:
    tapes = [tape for part in parts for tape in part.tapes]
    failed = [part for part in parts if part.failed]
    if failed and all(part.unwritten for part in failed) and not waits_for:
        return NOT_WRITTEN
    if waits_for:
        return WAITING
    if failed:
        return WRONG
    return PASSED if tapes and all(tape.passed for tape in tapes) else NOT_CHECKED


def _waiting(parts: Sequence[Part]) -> list[Counted]:
    """The checks of parts that wait: what they are worth is not lost, and not earned yet."""
    checks = [check for part in parts if part.waits_for for check in part.checks if not check.is_everyday]
    return [Counted(check.name, False, check.label, check.weight, reached=False) for check in checks]


def _roots(task: Task, judging: Judging) -> tuple[str, ...]:
    """The other tasks that a task waits for; of those that wait themselves, what they wait for."""
    names = frozenset().union(*(part.waits_for for part in judging.of(task)))
    found: list[str] = []
    for other in judging.bench.assignment.tasks:
        if other.id != task.id and names & other.full_names:
            found += _roots(other, judging) or [other.id]
    return tuple(dict.fromkeys(found))


def _within(task: Task, parts: Sequence[Part]) -> tuple[str, ...]:
    """Its own functions that must be right before the rest of it can be checked."""
    waited_for = frozenset().union(*(part.waits_for for part in parts))
    return tuple(name.partition(".")[2] for name in sorted(waited_for & task.full_names))


def told_of(tapes: Sequence[Tape]) -> list[Tape]:
    """Those that people read of: where nothing else says what is wrong, the everyday case, too."""
    wrong = any(tape.passed is False for tape in tapes if tape.told_of)
    return [tape for tape in tapes if tape.told_of or (tape.check.is_everyday and tape.passed is False and not wrong)]


def _shown(tape: Tape) -> Shown:
    check = tape.check
    return Shown(check.name, check.title, tape.passed, tape.kind, tape.says, tape.line, tape.told)
