"""Applies what staff decided otherwise to a result: the same on the platform and in a class's report.

A task's points stand in its row, and its status follows them: 6 of 6 is passed. Lateness is worked out from what then
stands. An adjustment of the total comes after lateness: what a person writes is what the student gets. A line for
everybody with a known mistake never takes points away, and a line of somebody's own goes before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..grading.check_result import ItemStatus
from ..grading.override import StaffWord
from ..grading.result import ItemResult, Result

TOTAL = "total"
LATE = "late"
ATTEMPTS = "attempts"
WORDS = (TOTAL, LATE, ATTEMPTS)
"""What may stand where a task's id stands."""


@dataclass(frozen=True)
class Decision:
    """One thing that a person decided about one submission."""

    item: str
    """A task's id; `total` for an adjustment of the total; `late` for a waiver; `attempts` for another limit."""
    points: float | None = None
    """Of a task, what it is worth now; of the total, what is added; of attempts, how many. None: a comment, or a
    waiver."""
    note: str = ""
    """For the student."""
    mistake: str = ""
    """Only where the grader named this mistake, in that task (or anywhere, for the total)."""


def waives(decisions: Sequence[Decision]) -> bool:
    """Whether lateness costs nothing here."""
    return any(each.item == LATE for each in decisions)


def own_attempts(decisions: Sequence[Decision]) -> int | None:
    """How often this student may be graded, where that is not what the rubric says."""
    return next((int(each.points) for each in decisions if each.item == ATTEMPTS and each.points), None)


def meant(decision: Decision, result: Result) -> bool:
    """Whether a line for everybody with a mistake applies to this result."""
    rows = [row for row in result.items if decision.item in (TOTAL, row.id)]
    return any(check.diagnosis == decision.mistake and check.passed is False for row in rows for check in row.checks)


def decided(result: Result, decisions: Sequence[Decision]) -> Result:
    """The result as a person wants it. Doing this again to its own outcome changes nothing."""
    own = {decision.item for decision in decisions if not decision.mistake and decision.points is not None}
    # a person's own word comes last, and stays
    for decision in sorted(decisions, key=lambda decision: not decision.mistake):
        if decision.item in (LATE, ATTEMPTS) or (
            decision.mistake and (decision.item in own or not meant(decision, result))
        ):
            continue
        if decision.item == TOTAL:
            result = replace(result, adjusted=StaffWord(decision.points, 0.0, decision.note))
            continue
        row = next((row for row in result.items if row.id == decision.item), None)
        if row is not None and possible(decision, row):
            result = result.with_item(_with(row, decision))
    return result


def possible(decision: Decision, row: ItemResult) -> bool:
    """Whether a task can be worth that much; of a mistake's line, whether it gives anybody anything."""
    if decision.points is None:
        return row.decided is None or not decision.mistake
    graded = row.decided.before if row.decided else row.score
    least = max(graded, row.score) if decision.mistake else 0.0
    return least <= decision.points <= row.points


def _with(row: ItemResult, decision: Decision) -> ItemResult:
    before = row.decided.before if row.decided else row.score
    word = StaffWord(decision.points, before, decision.note)
    if decision.points is None:
        kept = row.decided.points if row.decided else None
        return replace(row, decided=replace(word, points=kept))
    return replace(row, decided=word, score=decision.points, status=_status(row, decision.points), postponed=False)


def _status(row: ItemResult, points: float) -> ItemStatus:
    if points == row.points:
        return "passed"
    return "failed" if points or row.status == "passed" else row.status
