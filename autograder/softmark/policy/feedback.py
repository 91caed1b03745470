"""Decides what feedback students get when: it opens up over time.

Late work is decided by when something was handed in. What may be told *now* is different: the same
submission, graded again after the deadline, may say more. So this is the one place where the clock is read, and it
decides nothing about points. The deadline is the last date known for anybody named in the metadata, late due date and
extensions included; where no date is known, it has not passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ..content.rubric import Openness, Rubric


@dataclass(frozen=True)
class Stage:
    """What students are told of hidden numbers, and which tasks wait."""

    hidden: Openness
    postponed: frozenset[str]
    """Ids of slow tasks that are checked after the deadline."""
    until: datetime | None = None
    """When this stage ends; None where nobody knows, and where there is none after it."""


def stage(rubric: Rubric, closing: datetime | None, now: datetime, handed_in: datetime | None = None) -> Stage:
    """The stage at one moment. A clock that is behind the hand-in is wrong: it is at least that late."""
    if handed_in is not None:
        now = max(now, handed_in)
    if closing is not None and now > closing:
        return Stage("after", frozenset())
    waits = rubric.feedback.slow_items == "after_deadline"
    slow = frozenset(item.id for item in rubric.items if item.slow) if waits else frozenset()
    return Stage(rubric.feedback.hidden, slow, closing)
