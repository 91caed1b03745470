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
    """Every part of the difference, with its points where they are known; together they make all of it."""
    recorded, result = one.entry.recorded, one.result
    if recorded is None or recorded.score is None:
        return [_guess(result, applied, theirs)]
    reasons = []
    if adjusted := adjustment(one.entry):
        reasons.append(f"an adjustment made there ({signed(adjusted)})")
    added = recorded.decided.get(TOTAL) or 0.0
    alone = None if recorded.earned is None else max(0.0, recorded.earned - recorded.late + added)
    if recorded.refused or (alone is not None and recorded.score > alone + LEAST):
        return [*reasons, "an earlier attempt counts there"]  # what this one is worth there says nothing about the rest
    if result.standing is not None:
        return [*reasons, "an earlier attempt counts here"]
    late = result.late.deduction if result.late else 0.0
    decided, changed = _overrides(result, recorded.decided, applied)
    rest = 0.0 if recorded.earned is None else recorded.earned - result.score - changed
    if recorded.autograder != one.autograder and (recorded.earned is None or _apart(rest, 0)):
        versions = f"{recorded.autograder or 'unknown'} there, {one.autograder} here"
        reasons.append(f"another version of the grader ({versions}{f': {signed(rest)}' if rest else ''})")
        rest = 0.0
    if _apart(recorded.late, late):
        reasons.append(f"lateness ({amount(recorded.late)} taken off there, {amount(late)} here)")
    reasons += decided
    if _apart(rest, 0):
        reasons.append(f"{signed(rest)} that nothing known explains: look at both")
    return reasons or ["nothing known explains it: look at both"]


def _overrides(
    result: Result, there: Mapping[str, float | None], applied: Sequence[Applied]
) -> tuple[list[str], float]:
    """Those of the zip against those of this folder, and by how much the tasks differ for them."""
    here = {each.override.item: each for each in applied if each.override.item not in (LATE, ATTEMPTS)}
    rows = {row.id: row for row in result.items}
    missing: list[str] = []
    strange: list[str] = []
    changed = 0.0
    for item in dict.fromkeys((*here, *there)):
        mine, theirs = here[item].override.points if item in here else None, there.get(item)
        if item in here and item in there and mine == theirs:
            continue
        by = 0.0
        if item == TOTAL:
            by = (theirs or 0.0) - (mine or 0.0)
        elif item in rows:
            before = here[item].before if item in here else rows[item].score
            by = (theirs if theirs is not None else before or 0.0) - rows[item].score
            changed += by
        said = one_line(item) + (f": {signed(round(by, 2))}" if _apart(by, 0) else "")
        (missing if item in here else strange).append(said)
    found = []
    if missing:
        found.append(f"an override here that the platform does not have yet ({', '.join(missing)})")
    if strange:
        found.append(f"an override there that is not in this folder ({', '.join(strange)})")
    return found, changed


def _guess(result: Result, applied: Sequence[Applied], theirs: float) -> str:
    """Without the copy of the results: what would make the numbers agree."""
    if result.standing is not None and not _apart(theirs, result.own):
        return "an earlier attempt counts here and not there, it seems"
    late = result.late.deduction if result.late else 0.0
    gained = sum(each.gained for each in applied)
    lateness = f"lateness, it seems ({amount(late)} taken off here and not there)"
    override = "the override here, it seems, which the platform does not have yet"
    if late and not _apart(theirs, result.final + late):
        return lateness
    if gained and not _apart(theirs + gained, result.final):
        return override
    if late and gained and not _apart(theirs + gained, result.final + late):
        return f"{lateness}; {override}"
    return (
        "the export holds no results of this grader, so it may be another version, lateness, or an override or "
        "adjustment made there"
    )


def _apart(one: float, other: float) -> bool:
    return abs(one - other) >= LEAST
