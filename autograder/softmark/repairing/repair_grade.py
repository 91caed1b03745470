"""Looks for repairs of all wrong tasks of one grade, within the budget of the rubric. Nobody's points change."""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ..checks.errors import GradingStopped, NotLoaded
from ..content.rubric import Item
from ..grading.check_result import BOTH_PHASES, Phase
from ..grading.grade import Grade
from ..grading.result import ItemResult, Note, Result
from ..sandbox.client import ServerError
from .lab import failed_on
from .search import Searched, confirmed, search

_PATIENCE = 5
"""Times the budget that must be left on the clock of a grade that somebody waits for: processor time is not all."""
SEARCHING = 0.8
"""The share of a budget for the search itself; the rest is for hidden numbers."""
LAST_CHECK = 0.05
"""The share of a task's budget that its last check may take on top: whether time is left is asked before each."""
Wanted = Callable[[ItemResult], bool]
T = TypeVar("T")


def every(row: ItemResult) -> bool:
    return True


def repaired(grade: Grade, wanted: Wanted = every, phases: Sequence[Phase] = BOTH_PHASES) -> Result:
    """The grade's result with what came of looking. What fails on hidden numbers alone is searched on those, when all
    that public numbers see has been: it takes nothing from that."""
    budget = grade.course.rubric.repairs
    left = SEARCHING * budget.grade_seconds
    found: dict[str, Searched] = {}
    for numbers, item in itertools.product(phases, grade.course.rubric.items):
        seconds = min(SEARCHING * budget.task_seconds, left)
        looked = item.id in found or seconds <= 0 or not can_be_looked_for(grade, item, numbers)
        if not looked and wanted(grade.result.item(item.id)):
            searched = _without_harm(grade, item, lambda: search(grade, item, seconds, numbers))  # noqa: B023 (at once)
            if searched is not None:
                left -= searched.seconds
                found[item.id] = searched
    for ident, searched in found.items():
        item = grade.course.rubric.item(ident)
        seconds = (1 - LAST_CHECK) * budget.task_seconds - searched.seconds
        kept = _without_harm(grade, item, lambda: confirmed(grade, item, searched, seconds))  # noqa: B023
        if kept is not None:
            row = replace(grade.result.item(item.id), repair=kept)
            grade.result = grade.result.with_item(_unless_refuted(_unless_contradicted(grade, item, row)))
    return grade.result


def live(grade: Grade, after: bool = False) -> Result:
    """While somebody waits: only what has neither a name nor a line, and only where there is plenty of time left.
    `after` the deadline, also what only hidden numbers see."""
    if grade.seconds_left < _PATIENCE * grade.course.rubric.repairs.grade_seconds:
        return grade.result
    phases: Sequence[Phase] = BOTH_PHASES if after else ("public",)

    def unexplained(row: ItemResult) -> bool:
        return row.where is None and not any(check.diagnosis and check.phase in phases for check in row.checks)

    return repaired(grade, unexplained, phases)


def _without_harm(grade: Grade, item: Item, look: Callable[[], T]) -> T | None:
    """Whatever goes wrong here costs an explanation, and never a grade."""
    try:
        return look()
    except (ServerError, GradingStopped):
        raise
    except Exception:
        what = traceback.format_exc(limit=-4)
        note = Note("staff", f"the grader failed while it looked for a repair of {item.id}; the grade stands: {what}")
        grade.result = grade.result.with_notes(note)
        return None


def _unless_contradicted(grade: Grade, item: Item, row: ItemResult) -> ItemResult:
    """A name says in which function a mistake is. Where a change of another function of the task repairs it, the name
    is not true, and nobody is told it; what public numbers show decides."""
    repair = row.repair.claimed(hidden=False) if row.repair else None
    named = {check.diagnosis for check in row.checks if check.diagnosis}
    if repair is None or repair.function not in item.names:
        return row
    known = [answer for answer in grade.course.known_mistakes if answer.name in named]
    wrong = [answer for answer in known if repair.function not in answer.replaces]
    if not wrong:
        return row
    names, hints = {answer.name for answer in wrong}, {answer.hint for answer in wrong}
    checks = [
        replace(check, diagnosis=None, says=None, hint=None) if check.diagnosis in names else check
        for check in row.checks
    ]
    sentence = f"{item.id} was not called {', '.join(sorted(names))}: a change in `{repair.function}` repairs it"
    grade.result = grade.result.with_notes(Note("staff", sentence))
    return replace(row, checks=tuple(checks), hints=tuple(hint for hint in row.hints if hint not in hints))


def _unless_refuted(row: ItemResult) -> ItemResult:
    """The line that the values show is taken back where a change further off, alone, makes the task right: then what
    this line does may be right, and what it is given is not."""
    found = row.repair.holding(hidden=False) if row.repair else ()
    elsewhere = [repair for repair in found if row.where is not None and not repair.is_near(row.where)]
    if not elsewhere:
        return row
    return replace(row, where=None, silent=f"a change of line {elsewhere[0].line} makes it right")


def can_be_looked_for(grade: Grade, item: Item, numbers: Phase) -> bool:
    """A wrong task that is written, breaks no rule, and fails on these numbers, in a grade that had time. On hidden
    numbers: only where public ones do not see it. (Of a slow task only hidden ones are known so far; whether it fails
    on public ones is seen in the search.)"""
    so_far, row = grade.so_far, grade.result.item(item.id)
    phase = failed_on(item, numbers)
    failed = so_far.failed(item.id, phase)
    if grade.result.status == "out_of_time":
        return False
    if numbers == "hidden" and so_far.failed(item.id, "public"):
        return False
    if grade.course.recording or row.status != "failed" or item.id in so_far.broken:
        return False
    loaded = not any(finding.category == NotLoaded.category for finding in failed.values())
    return bool(failed) and loaded and not so_far.not_written(item.id, phase)
