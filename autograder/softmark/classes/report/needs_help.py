"""Who needs help: signs that something went wrong on the way in, or that somebody is stuck. For all staff."""

from __future__ import annotations

from ...render.escape import one_line
from ...render.sentences import amount
from ..records import Graded

FAR = 0.1
"""Share of the points: a latest attempt this far below the best is most likely not what somebody meant to hand in."""
IN_VAIN = 4
"""Attempts after the best one: so many without a gain are not chance any more."""
GAIN = 0.01
"""Share of the points: less is none."""
_ABOUT_FILES = ("Your zip", "Your submission", "Your files")
"""How intake begins where it cannot name the file that it misses."""


def files(one: Graded) -> str:
    """Which of the assignment's files did not come, and what was there instead."""
    wanted = dict.fromkeys(item.file for item in one.result.items if item.file)
    missing = [name for name in wanted if name not in one.files]
    if not missing:
        return ""
    said = f"{', '.join(map(one_line, missing))} {'is' if len(missing) == 1 else 'are'} missing."
    told = [
        text
        for text in one.result.notes_for("student")
        if any(name in text for name in missing) or text.startswith(_ABOUT_FILES)
    ]
    return said + (f" They were told: {one_line(' '.join(told), limit=500)}" if told else "")


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


def _scores(one: Graded) -> list[float | None]:
    """Of all attempts, from the first to this one."""
    return [*(attempt.score for attempt in one.entry.history), one.result.final]
