"""Makes the row of a task from its checks, as a grade does, for tests of those who read rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from softmark.checks.errors import GRADER, NotWritten
from softmark.checks.marks import label
from softmark.checks.points import Counted, earned, losses
from softmark.grading.check_result import RULE, CheckResult, ItemStatus
from softmark.grading.result import ItemResult


def row_with(blank: ItemResult, checks: Sequence[CheckResult], **more: Any) -> ItemResult:
    """A row with these checks, what they cost, and whatever else is given."""
    broken = any(check.category == RULE for check in checks)
    lost = () if broken else losses(blank.points, [_counted(check) for check in checks])
    score = earned(blank.points, lost) if checks and not broken else 0.0
    return replace(blank, checks=tuple(checks), losses=lost, score=score, status=_status(checks), **more)


def _counted(check: CheckResult) -> Counted:
    raised = check.category == "raised"
    return Counted(check.name, bool(check.passed), label(check.title), check.weight, raised=raised)


def _status(checks: Sequence[CheckResult]) -> ItemStatus:
    kinds = {check.category for check in checks if check.passed is not True}
    if RULE in kinds:
        return "rule_broken"
    if any(check.passed is False for check in checks):
        return "not_written" if kinds == {NotWritten.category} else "failed"
    if GRADER in kinds:
        return "grader_error"
    return "passed" if checks and all(check.passed for check in checks) else "not_checked"
