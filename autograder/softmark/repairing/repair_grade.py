"""Looks for repairs of all wrong tasks of one grade, within the budget of the rubric. Nobody's points change."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ..checks.errors import GradingStopped, NotLoaded
from ..content.rubric import Item
from ..grading.check_result import CheckResult
from ..grading.grade import Grade
from ..grading.result import ItemResult, Note, Result
from ..sandbox.client import ServerError
from .lab import known_numbers
from .search import Searched, confirmed, search

_PATIENCE = 5
"""Times the budget that must be left on the clock of a grade that somebody waits for: processor time is not all."""
SEARCHING = 0.8
"""The share of a budget for the search itself; the rest is for hidden numbers."""
Wanted = Callable[[ItemResult], bool]
T = TypeVar("T")


def every(row: ItemResult) -> bool:
    return True


def repaired(grade: Grade, wanted: Wanted = every) -> Result:
    """The grade's result with what came of looking."""
    budget = grade.course.rubric.repairs
    left = SEARCHING * budget.grade_seconds
    found: list[tuple[Item, Searched]] = []
    for item in grade.course.rubric.items:
        seconds = min(SEARCHING * budget.task_seconds, left)
        if seconds > 0 and can_be_looked_for(grade, item) and wanted(grade.result.item(item.id)):
            searched = _without_harm(grade, item, lambda: search(grade, item, seconds))  # noqa: B023 (called at once)
            if searched is not None:
                left -= searched.seconds
                found.append((item, searched))
    for item, searched in found:
        seconds = budget.task_seconds - searched.seconds
        kept = _without_harm(grade, item, lambda: confirmed(grade, item, searched, seconds))  # noqa: B023
        if kept is not None:
            row = replace(grade.result.item(item.id), repair=kept)
            grade.result = grade.result.with_item(_unless_contradicted(grade, item, row))
    return grade.result


def live(grade: Grade) -> Result:
    """While somebody waits: only what has neither a name nor a line, and only where there is plenty of time left."""
    if grade.seconds_left < _PATIENCE * grade.course.rubric.repairs.grade_seconds:
        return grade.result
    return repaired(grade, lambda row: row.where is None and not any(_is_named(check) for check in row.checks))


def _is_named(check: CheckResult) -> bool:
    return check.phase == "public" and check.diagnosis is not None


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
    wrong = [answer for answer in known if repair.function not in answer.replaces()]
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


def can_be_looked_for(grade: Grade, item: Item) -> bool:
    """A wrong task that is written, breaks no rule, and fails on public numbers, in a grade that had time. (Of a slow
    task only hidden numbers are known so far; whether it fails on public ones is seen in the search.)"""
    so_far, row = grade.so_far, grade.result.item(item.id)
    phase = known_numbers(item)
    failed = so_far.failed(item.id, phase)
    if grade.result.status == "out_of_time":
        return False
    if grade.course.recording or row.status != "failed" or item.id in so_far.broken:
        return False
    loaded = not any(finding.category == NotLoaded.category for finding in failed.values())
    return bool(failed) and loaded and not so_far.not_written(item.id, phase)
