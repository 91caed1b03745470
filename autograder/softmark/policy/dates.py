"""Decides when a submission was due: by a person's own dates, else the assignment's on the platform, else the rubric's.

The end of late work moves with the due date: whoever has a later due date, and no late due date of their own, may be
late for as long as everybody else. An earlier due date takes nothing away from it. A group has its latest date.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo

from ..content.dates import moment, zone_named
from ..content.rubric import Rubric

_NONE, _HOUR = timedelta(), timedelta(hours=1)


@dataclass(frozen=True)
class Dates:
    """When something is due, and until when late work is accepted; either may be unknown."""

    due: datetime | None = None
    late_due: datetime | None = None

    def of(self, due: datetime | None, late_due: datetime | None, zone: tzinfo | None) -> Dates:
        """The dates of somebody with dates of their own; what is not said about them is as for everybody. A late due
        date before the due date says nothing."""
        mine = due or self.due
        if late_due is not None and (mine is None or late_due >= mine):
            return Dates(mine, late_due)
        return Dates(mine, self._moved(mine, zone))

    def _moved(self, due: datetime | None, zone: tzinfo | None) -> datetime | None:
        """The end of late work of somebody with another due date: as many days later by the course's clock as for
        everybody, so 23:59 stays 23:59. Without a time zone it is never an hour less because the clocks were put
        forward in between."""
        if self.due is None or self.late_due is None or due is None or due <= self.due:
            return self.late_due
        if zone is None:
            put_forward = (self.late_due.utcoffset() or _NONE) - (self.due.utcoffset() or _NONE)
            return due + (self.late_due - self.due) + (put_forward if _NONE < put_forward <= _HOUR else _NONE)
        moved = due.astimezone(zone) + (self.late_due.astimezone(zone) - self.due.astimezone(zone))
        later = max((moved.replace(fold=fold) for fold in (0, 1)), key=datetime.timestamp)
        return later.astimezone(timezone(later.utcoffset() or _NONE))  # subtracts by what has passed


NO_DATES = Dates()


def zone_of(rubric: Rubric) -> tzinfo | None:
    """The course's own clock, where the rubric names it."""
    return zone_named(rubric.dates.timezone) if rubric.dates.timezone else None


def dates_of(rubric: Rubric) -> Dates:
    """What the rubric says."""
    dates, zone = rubric.dates, zone_of(rubric)
    due, late_due = (moment(text, zone) if text else None for text in (dates.due, dates.late_due))
    return Dates(due, late_due)


def latest(group: Iterable[Dates]) -> Dates:
    """The dates of a group. Its two dates may come from two members, and the second is never before the first."""
    members = list(group)
    due = max((each.due for each in members if each.due), default=None)
    late = max((each.late_due for each in members if each.late_due), default=None)
    return Dates(due, max(due, late) if due and late else late)
