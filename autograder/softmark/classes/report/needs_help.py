"""Lists who needs help: work that is far from done, that did not arrive as meant, or that is stuck. For all staff.

Only what a grade says counts: whoever is not graded, or not yet wholly, is not called low.
"""

from __future__ import annotations

from ...checks.points import amount
from ...files.escape import one_line
from ..entries import Graded

LOW = 0.5
"""Share of the points: less is a low score. The page says so."""
FAR = 0.1
"""Share of the points: a latest attempt this far below the best is most likely not what somebody meant to hand in."""
IN_VAIN = 4
"""Attempts after the best one: so many without a gain are not chance any more."""
GAIN = 0.01
"""Share of the points: less is none."""
_ABOUT_FILES = ("Your zip", "Your submission", "Your files")
"""How intake begins where it cannot name the file that it misses."""


def low(one: Graded) -> str:
    """Under half of the points, whatever the tasks that are not judged yet may bring."""
    result = one.result
    open_points = sum(item.points for item in result.items if item.postponed or item.status == "grader_error")
    if not is_graded(one) or result.final + open_points >= LOW * result.points:
        return ""
    late = result.late.deduction if result.late else 0.0
    before = f" ({amount(late)} taken off for lateness)" if late else ""
    return f"{amount(result.final)} of {amount(result.points)} points{before}. {_not_written(one)}".rstrip()


def unfinished(one: Graded) -> str:
    """Tasks left out, bonus apart, by somebody with half of the points or more: a low score says it already."""
    return _not_written(one) if is_graded(one) and not low(one) else ""


def files(one: Graded) -> str:
    """Which of the assignment's files did not come, and what was there instead."""
    wanted = dict.fromkeys(item.file for item in one.result.items if item.file)
    missing = [name for name in wanted if name not in one.files]
    if not missing:
        return ""
    said = f"{', '.join(map(one_line, missing))} {'is' if len(missing) == 1 else 'are'} missing."
    reasons = [
        text
        for text in one.result.notes_for("student")
        if any(name in text for name in missing) or text.startswith(_ABOUT_FILES)
    ]
    return said + (f" They were told: {one_line(' '.join(reasons), limit=500)}" if reasons else "")


def below(one: Graded) -> str:
    """A latest attempt far below an earlier one, where the latest is what counts."""
    earlier = [score for score in _scores(one)[:-1] if score is not None]
    best, last = max(earlier, default=0.0), one.result.final
    if best - last <= FAR * one.result.points:
        return ""
    return f"The latest attempt has {amount(last)} points, an earlier one had {amount(best)}."


def stuck(one: Graded) -> str:
    """Many attempts since the best one, and still not all points."""
    scores = [score for score in _scores(one) if score is not None]
    points = one.result.points
    if one.result.final >= points:
        return ""
    top = max(scores)
    first = next(place for place, score in enumerate(scores, 1) if score >= top - GAIN * points)
    if len(scores) - first < IN_VAIN:
        return ""
    return f"{len(scores)} attempts, and nothing gained since number {first} ({amount(top)} points)."


def is_graded(one: Graded) -> bool:
    """Whether the points say something about the work."""
    return one.result.status in ("graded", "out_of_time")


def _not_written(one: Graded) -> str:
    left = [item.id for item in one.result.items if item.status == "not_written" and not item.bonus]
    return f"Not written: {', '.join(left)}." if left else ""


def _scores(one: Graded) -> list[float | None]:
    """Of all attempts, from the first to this one."""
    return [*(attempt.score for attempt in one.entry.history), one.result.final]
