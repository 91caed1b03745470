"""Everything that the calendar decides about one submission, before it is graded, applied to every result on the way.

Late work is decided by when something was handed in. What may be told *now* is different: the same submission, graded
again after the deadline, may say more. So this is the one place where the clock is read, and it decides nothing about
points. The deadline is the last date known for anybody named in the metadata, late due date and extensions included;
where no date is known, it has not passed.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from datetime import datetime, timezone

from ..content.course import Course
from ..content.rubric import Openness, Rubric
from ..grading.result import Note, Result
from ..grading.version import autograder_version
from . import late
from .dates import Dates, dates_of, latest, zone_of
from .late import HowLate
from .platform_metadata import Metadata


@dataclass(frozen=True)
class Policy:
    """What the calendar says about one submission."""

    hidden: Openness
    """How much students are told, now, of what only hidden numbers show."""
    late: HowLate | None = None
    autograder: str = ""
    notes: tuple[str, ...] = ()
    """For staff."""

    def applied(self, result: Result) -> Result:
        """The result as it counts. Applying it again to its own outcome changes nothing."""
        known = {note.text for note in result.notes}
        return replace(
            result,
            notes=(*result.notes, *(Note("staff", text) for text in self.notes if text not in known)),
            hidden=self.hidden,
            autograder=self.autograder,
            late=self.late.applied(result.score) if self.late else None,
        )


def decide(rubric: Rubric, metadata: Metadata, *, autograder: str = "", now: datetime | None = None) -> Policy:
    """The one decision. `now` is for feedback alone. A clock that is behind the hand-in is wrong: it is at least that
    late."""
    dates, closing = _dates(rubric, metadata)
    now = now or datetime.now(timezone.utc)
    now = max(now, metadata.created_at) if metadata.created_at else now
    asked = late.asks(rubric.late) or rubric.feedback.hidden == "category"
    return Policy(
        "after" if closing is not None and now > closing else rubric.feedback.hidden,
        late.how_late(rubric.late, dates, metadata.created_at, zone_of(rubric)),
        autograder,
        (*(metadata.notes if asked else ()), *_unknown(rubric, dates, metadata)),
    )


def _dates(rubric: Rubric, metadata: Metadata) -> tuple[Dates, datetime | None]:
    """What counts for the people behind one submission, and when nobody of them can hand in any more."""
    zone, usual = zone_of(rubric), metadata.assignment
    common = dates_of(rubric).of(usual.due, usual.late_due, zone)
    own = [common.of(each.due, each.late_due, zone) for each in metadata.members] or [common]
    every = [date for each in (common, *own) for date in (each.due, each.late_due) if date is not None]
    return latest(own), max(every, default=None)


def _unknown(rubric: Rubric, dates: Dates, metadata: Metadata) -> list[str]:
    """What is not known never costs anybody anything, and somebody must look at it."""
    found = []
    if late.asks(rubric.late) and dates.due is None:
        found.append("lateness undecided: no due date is known, so nothing counts as late: set dates.due")
    elif late.asks(rubric.late) and metadata.created_at is None:
        found.append("lateness undecided: the time of hand-in is not known, so nothing counts as late")
    if rubric.feedback.hidden == "category" and dates.due is None:
        found.append("no due date is known, so feedback stays as before the deadline: set dates.due")
    return found


def policy_for(course: Course, about: Metadata) -> Policy:
    """What the calendar says; a fault in that is ours, and must not cost a grade."""
    version = autograder_version(course)
    try:
        return decide(course.rubric, about, autograder=version)
    except Exception:
        note = f"late work was not looked at: {traceback.format_exc(limit=-6)}"
        return Policy(course.rubric.feedback.hidden, autograder=version, notes=(note,))
