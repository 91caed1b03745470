"""Compares the platform's score of each submission with ours, and says where they differ and most likely why.

An export holds the score that counts on the platform, and a copy of the results.json that our grader wrote there. What
lies between these two was done by people there: a point adjustment, or points of a rubric of the platform's own. What
lies between that copy and our grade has a cause that the copy names: another version of the grader, lateness, an
earlier attempt; or one that is here: an override.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...checks.points import amount
from ...files.escape import one_line
from ...grading.result import Result
from ...policy.apply_overrides import ATTEMPTS, LATE, TOTAL
from ..entries import Entry, Graded
from .override_table import Applied

LEAST = 0.005
"""Points. Scores have two decimals, so less is rounding."""


@dataclass(frozen=True)
class PlatformStanding:
    """One submission there and here."""

    theirs: float | None
    """None: the export does not tell."""
    ours: float
    why: str = ""
    """The likely reason of a difference; empty where there is none."""

    @property
    def differs(self) -> bool:
        return self.theirs is not None and _apart(self.theirs, self.ours)

    @property
    def difference(self) -> float | None:
        """Theirs less ours, in points."""
        return round(self.theirs - self.ours, 2) if self.theirs is not None else None

    @property
    def sentence(self) -> str:
        if self.theirs is None or not self.differs:
            return ""
        return f"The platform has {amount(self.theirs)}, here it is {amount(self.ours)}: {self.why}."


def beside(one: Graded, applied: Sequence[Applied] = ()) -> PlatformStanding:
    """What the platform has for a submission, beside its grade as it counts here."""
    theirs, ours = one.entry.platform_score, one.result.final
    if theirs is None or not _apart(theirs, ours):
        return PlatformStanding(theirs, ours)
    return PlatformStanding(theirs, ours, "; ".join(_reasons(one, applied, theirs)))


def adjustment(entry: Entry) -> float | None:
    """Points that people gave or took on the platform, on top of what the grader wrote there; None: not known."""
    if entry.platform_score is None or entry.recorded is None or entry.recorded.score is None:
        return None
    points = round(entry.platform_score - entry.recorded.score, 2)
    return points if _apart(points, 0) else 0.0


def signed(points: float) -> str:
    return f"+{amount(points)}" if points > 0 else f"−{amount(-points)}"


def _reasons(one: Graded, applied: Sequence[Applied], theirs: float) -> list[str]:
    recorded, reasons = one.entry.recorded, []
    if adjusted := adjustment(one.entry):
        reasons.append(f"an adjustment made there ({signed(adjusted)})")
    if recorded is None or recorded.score is None:
        return [_guess(one.result, applied, theirs)]
    if recorded.autograder != one.autograder:
        reasons.append(
            f"another version of the grader ({recorded.autograder or 'unknown'} there, {one.autograder} here)"
        )
    late = one.result.late.deduction if one.result.late else 0.0
    if _apart(recorded.late, late):
        reasons.append(f"lateness ({amount(recorded.late)} taken off there, {amount(late)} here)")
    added = recorded.decided.get(TOTAL) or 0.0
    if recorded.earned is not None and recorded.score > recorded.earned + added + LEAST:
        reasons.append("an earlier attempt counts there")
    elif one.result.standing is not None:
        reasons.append("an earlier attempt counts here")
    reasons += _overrides(recorded.decided, applied)
    return reasons or ["nothing that is known explains it, so look at both"]


def _overrides(there: Mapping[str, float | None], applied: Sequence[Applied]) -> list[str]:
    """Those of the zip against those of this folder."""
    here = {each.override.item: each.override.points for each in applied if each.override.item not in (LATE, ATTEMPTS)}
    missing = [item for item in here if item not in there or here[item] != there[item]]
    strange = [item for item in there if item not in here]
    found = []
    if missing:
        found.append(f"an override here that the platform does not have yet ({', '.join(map(one_line, missing))})")
    if strange:
        found.append(f"an override there that is not in this folder ({', '.join(map(one_line, strange))})")
    return found


def _guess(result: Result, applied: Sequence[Applied], theirs: float) -> str:
    """Without the copy of the results: what would make the numbers agree."""
    if result.standing is not None and not _apart(theirs, result.own):
        return "an earlier attempt counts here and not there, it seems"
    late = result.late.deduction if result.late else 0.0
    gained = sum(each.gained for each in applied)
    if late and not _apart(theirs, result.score):
        return f"lateness, it seems ({amount(late)} taken off here and not there)"
    if gained and not _apart(theirs + gained, result.final):
        return "the override here, it seems, which the platform does not have yet"
    return (
        "the export holds no results of this grader, so it may be another version, lateness, or an override or "
        "adjustment made there"
    )


def _apart(one: float, other: float) -> bool:
    return abs(one - other) >= LEAST
