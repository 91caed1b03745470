"""Decides how often a student may be graded, and which grade counts.

The decision is made by when this submission and those before it were handed in, so that grading it again decides the
same. Which of the earlier ones had been refused is not asked: it is worked out by the same rule, from the first on.
Submissions on which the grader failed are no attempts.

An earlier score counts only if the same version of the grader gave it. Platforms tell that version for the latest
submission alone; the score recorded there is already the best so far where the best counts. An export may tell it for
each: there the best of them is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ..checks.points import amount
from ..content.dates import in_words
from ..content.rubric import Attempts
from ..grading.result import Standing
from .platform_metadata import Metadata, Previous


@dataclass(frozen=True)
class Refusal:
    """Why an attempt is not graded."""

    reason: str
    """One sentence."""
    next: datetime | None = None
    """When the next may be handed in; None: never."""
    closed: bool = False
    """Not because of attempts: it came after the last date."""


@dataclass(frozen=True)
class Earlier:
    """The score that stood before this submission."""

    score: float
    autograder: str
    same_version: bool


def asks(rule: Attempts) -> bool:
    """Whether it matters at all what came before a submission."""
    return refuses(rule) or rule.score == "best"


def refuses(rule: Attempts) -> bool:
    """Whether there may be an attempt that is not graded."""
    return bool(rule.limit or rule.cooldown_minutes)


def refusal(rule: Attempts, metadata: Metadata) -> Refusal | None:
    """Whether the limit or the cool-down refuses this submission."""
    if metadata.created_at is None or not refuses(rule):
        return None
    return _refused(rule, [each.handed_in for each in accepted(rule, metadata.previous)], metadata.created_at)


def is_last(rule: Attempts, metadata: Metadata) -> bool:
    """Whether all attempts are used with this one, for good."""
    before = len(accepted(rule, metadata.previous))
    return bool(rule.limit) and not rule.window_hours and before + 1 >= rule.limit


def accepted(rule: Attempts, previous: Sequence[Previous]) -> list[Previous]:
    """Those earlier submissions that were attempts, and that the rule did not refuse."""
    found: list[Previous] = []
    for each in previous:
        if not each.failed and _refused(rule, [one.handed_in for one in found], each.handed_in) is None:
            found.append(each)
    return found


def _refused(rule: Attempts, graded: Sequence[datetime], now: datetime) -> Refusal | None:
    """Whether the rule refuses an attempt at one moment, after the attempts graded before it."""
    window = timedelta(hours=rule.window_hours) if rule.window_hours else None
    counted = [each for each in graded if window is None or now - each < window]
    if rule.limit and len(counted) >= rule.limit:
        if window is None:
            used = "The only attempt" if rule.limit == 1 else f"All {rule.limit} attempts"
            return Refusal(f"{used} had been used.")
        free = counted[-rule.limit] + window
        return Refusal(f"{_attempts(rule.limit)} in {rule.window_hours} hours had been used.", free)
    pause = timedelta(minutes=rule.cooldown_minutes)
    if graded and now - graded[-1] < pause:
        ago = f"the last graded one was handed in at {in_words(graded[-1])}"
        return Refusal(
            f"There must be {rule.cooldown_minutes} minutes between attempts, and {ago}.", graded[-1] + pause
        )
    return None


def earlier(rule: Attempts, metadata: Metadata, autograder: str) -> Earlier | None:
    """What stood before: the score of the latest submission that has one, or the best that can be compared."""
    scored = [(each.score, each) for each in metadata.previous if not each.failed and each.score is not None]
    if not scored:
        return None
    alike = [pair for pair in scored if pair[1].autograder == autograder] if rule.score == "best" else []
    score, found = max(alike, key=lambda pair: pair[0]) if alike else scored[-1]
    return Earlier(score, found.autograder or "", found.autograder == autograder)


def unknown_versions(previous: Sequence[Previous]) -> bool:
    """Whether there are scores, and none says which version gave it."""
    scored = [each for each in previous if not each.failed and each.score is not None]
    return bool(scored) and scored[-1].autograder is None


def standing_after(refused: Refusal, before: Earlier | None) -> Standing:
    """What counts after an attempt that was refused."""
    next_possible = f"The next attempt is possible from {in_words(refused.next)}." if refused.next else ""
    kept = f"Your earlier score, {amount(before.score)}, stays." if before else "There is no earlier score to keep."
    veiled = "Your earlier attempt counts." if before else "There is no earlier attempt that counts."
    sentence, why = (
        " ".join(part for part in (refused.reason, "This attempt was not graded.", stays, next_possible) if part)
        for stays in (kept, veiled)
    )
    if before is None:
        return Standing(sentence, None, refused=True, why=why)
    return Standing(sentence, before.score, refused=True, autograder=before.autograder, why=why)


def best(before: Earlier | None, own: float) -> Standing | None:
    """The earlier score where it is the better one and can be compared."""
    if before is None or not before.same_version or before.score <= own:
        return None
    kept = f"your earlier score, {amount(before.score)}, stays"
    sentence = f"This submission is worth {amount(own)}. The best one counts: {kept}."
    return Standing(sentence, before.score, autograder=before.autograder)


def _attempts(count: int) -> str:
    return f"{count} attempt{'' if count == 1 else 's'}"
