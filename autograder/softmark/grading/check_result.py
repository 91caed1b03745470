"""Holds what came of one check with one set of numbers, and makes of all checks of a task one word and its points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ..checks.errors import NotWritten
from ..checks.points import Counted, Loss, losses
from ..checks.visibility import Visibility
from ..files.clean_texts import CleanTexts

Phase = Literal["public", "hidden"]
ItemStatus = Literal["not_written", "passed", "failed", "rule_broken", "not_checked", "grader_error"]

BOTH_PHASES: tuple[Phase, ...] = get_args(Phase)

# The categories of a check that decide more than the check itself.
NOT_WRITTEN, RULE, GRADER = NotWritten.category, "rule", "grader"


@dataclass(frozen=True)
class CheckResult(CleanTexts):
    """What came of one check with one set of numbers."""

    name: str
    title: str
    """The check's docstring: what a student reads."""
    phase: Phase = "public"
    passed: bool | None = None
    """None: it could not be checked (yet)."""
    weight: float = 1.0
    category: str = ""
    """The kind of failure: shape, values, raised, not written, …"""
    message: str = ""
    """May hold numbers; shown to students only where the numbers are public."""
    safe_message: str = ""
    """The same without anything that a hidden check sent."""
    staff: str = ""
    """Details for staff: the full message, a traceback, what was printed."""
    diagnosis: str | None = None
    """Name of the recognised mistake: scale.missing."""
    says: str | None = None
    """That mistake in one sentence."""
    hint: str | None = None
    section: str | None = None
    """Where the handout explains it."""
    line: str | None = None
    """Where in the student's file: attention.py line 12."""
    visibility: Visibility = "visible"
    """Anything else is for staff only: it counts, and students read nothing about it."""
    sentence: str = ""
    """What it rests on: a sentence of the task's *Graded* list."""
    habit: str = ""

    @property
    def for_students(self) -> bool:
        return self.visibility == "visible"


def lost_of(
    points: float,
    checks: Sequence[CheckResult],
    *,
    phases: Sequence[Phase] = BOTH_PHASES,
) -> tuple[Loss, ...]:
    """The sentences that were lost. A check counts when it passed in every phase. A broken rule costs the task as a
    whole, and no single sentence."""
    if status_of(checks, phases=phases) in ("rule_broken", "passed"):
        return ()
    counted = [
        Counted(
            name,
            _counts(group, phases),
            group[0].sentence or group[0].title,
            group[0].weight,
            group[0].habit,
            raised=all(check.category == "raised" for check in group if check.passed is False),
        )
        for name, group in by_check(checks).items()
    ]
    return losses(points, counted)


def status_of(checks: Sequence[CheckResult], *, phases: Sequence[Phase] = BOTH_PHASES) -> ItemStatus:
    """The one word for what came of a task."""
    groups = list(by_check(checks).values())
    if any(check.category == RULE and check.passed is not True for check in checks):
        return "rule_broken"
    if groups and any(check.category == NOT_WRITTEN and check.passed is False for check in groups[0]):
        return "not_written"
    if any(check.passed is False for check in checks):
        return "failed"
    if any(check.category == GRADER and check.passed is None for check in checks):
        return "grader_error"
    if groups and all(_counts(group, phases) for group in groups):
        return "passed"
    return "not_checked"


def by_check(checks: Sequence[CheckResult]) -> dict[str, list[CheckResult]]:
    """The phases of each check together, in the order in which the checks first appear."""
    groups: dict[str, list[CheckResult]] = {}
    for check in checks:
        groups.setdefault(check.name, []).append(check)
    return groups


def passed_in_all(group: Sequence[CheckResult]) -> bool | None:
    """One verdict for all phases of a check."""
    if any(check.passed is False for check in group):
        return False
    return True if group and all(check.passed for check in group) else None


def _counts(group: Sequence[CheckResult], phases: Sequence[Phase]) -> bool:
    """Whether a check counts as passed: a missing phase has not passed."""
    return {check.phase for check in group} >= set(phases) and passed_in_all(group) is True
