"""Looks for repairs of all wrong tasks of one grade, within the budget of the rubric. Nobody's points change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..checks.errors import NotLoaded
from ..content.rubric import Item
from ..grading.grade import Grade
from ..grading.result import ItemResult, Result
from .search import search

Wanted = Callable[[ItemResult], bool]


def every(row: ItemResult) -> bool:
    return True


def repaired(grade: Grade, wanted: Wanted = every) -> Result:
    """The grade's result with what came of looking."""
    budget = grade.course.rubric.repairs
    left = budget.grade_seconds
    for item in grade.course.rubric.items:
        row = grade.result.item(item.id)
        seconds = min(budget.task_seconds, left)
        if seconds > 0 and can_be_looked_for(grade, item) and wanted(row):
            found = search(grade, item, seconds)
            if found is not None:
                left -= found.seconds
                grade.result = grade.result.with_item(replace(row, repair=found))
    return grade.result


def can_be_looked_for(grade: Grade, item: Item) -> bool:
    """A wrong task that is written, breaks no rule, and fails quickly on public numbers."""
    so_far, row = grade.so_far, grade.result.item(item.id)
    failed = so_far.failed(item.id, "public")
    if grade.course.recording or item.slow or row.status != "failed" or item.id in so_far.broken:
        return False
    loaded = not any(finding.category == NotLoaded.category for finding in failed.values())
    return bool(failed) and loaded and not so_far.not_written(item.id, "public")
