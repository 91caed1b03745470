"""Decides when a submission was due: by the student's own dates where the platform gives them, else the assignment's,
else those of the rubric. A group has one due date, the latest of its members' or the earliest, as the rubric says.

The time for late work moves with the due date: whoever has a later due date, and no late due date of their own, may be
late for as long as everybody else, unless staff say until when. An earlier due date takes nothing away from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone, tzinfo

from ..content.dates import moment, zone_named
from ..content.rubric import Rubric
from .platform_metadata import Metadata, PlatformDates

_NONE = timedelta()
_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Deadlines:
    """The dates that count for one submission; any may be unknown."""

    due: datetime | None = None
    late_due: datetime | None = None
    closing: datetime | None = None
    """When nobody who is named here can hand in any more: the last of all known dates."""
    shared: bool = False
    """Whether members of the group had different due dates."""
    zone: tzinfo | None = None
    """The course's own, where the rubric names it."""
    origin: str = ""
    """Who says when it was due."""


def deadlines(rubric: Rubric, metadata: Metadata) -> Deadlines:
    """What counts for the people behind one submission."""
    zone = zone_named(rubric.dates.timezone) if rubric.dates.timezone else None
    ours = PlatformDates(
        moment(rubric.dates.due, zone) if rubric.dates.due else None,
        moment(rubric.dates.late_due, zone) if rubric.dates.late_due else None,
        "the rubric",
    )
    common = metadata.assignment if metadata.assignment.due else ours
    own = [_own(member, common, zone) for member in metadata.members] or [common]
    due = _chosen(rubric.late.group, (dates.due for dates in own))
    late = _chosen(rubric.late.group, (dates.late_due for dates in own))
    if due is not None and late is not None:
        late = max(due, late)  # a group's two dates may come from two members
    every = [date for dates in (common, *own) for date in (dates.due, dates.late_due) if date is not None]
    differ = len({dates.due for dates in own if dates.due is not None}) > 1
    origin = next((dates.origin for dates in own if due is not None and dates.due == due), "")
    return Deadlines(due, late, max(every, default=None), differ, zone, origin)


def _own(each: PlatformDates, common: PlatformDates, zone: tzinfo | None) -> PlatformDates:
    """The dates that count for one person; what is not said about them is as for everybody."""
    due = each.due or common.due
    dates = PlatformDates(due, each.late_due or _moved(common, due, zone), (each if each.due else common).origin)
    if each.until is not None:
        dates = PlatformDates(each.until, _moved(dates, each.until, zone), each.origin)
    if each.late_until is None:
        return dates
    origin = dates.origin if each.until else f"{dates.origin}; late work: {each.origin}"
    return replace(dates, late_due=each.late_until, origin=origin)


def _moved(dates: PlatformDates, due: datetime | None, zone: tzinfo | None) -> datetime | None:
    """The late due date of somebody whose due date is another one. It is as many days later, by
    the course's clock, as for everybody, so 23:59 stays 23:59. Without a time zone it is never an hour less because the
    clocks were put forward in between."""
    if dates.due is None or dates.late_due is None or due is None or due <= dates.due:
        return dates.late_due
    if zone is None:
        put_forward = (dates.late_due.utcoffset() or _NONE) - (dates.due.utcoffset() or _NONE)
        return due + (dates.late_due - dates.due) + (put_forward if _NONE < put_forward <= _HOUR else _NONE)
    moved = due.astimezone(zone) + (dates.late_due.astimezone(zone) - dates.due.astimezone(zone))
    later = max((moved.replace(fold=fold) for fold in (0, 1)), key=datetime.timestamp)
    return later.astimezone(timezone(later.utcoffset() or _NONE))  # subtracts by what has passed


def _chosen(rule: str, dates: Iterable[datetime | None]) -> datetime | None:
    known = [date for date in dates if date is not None]
    if not known:
        return None
    return max(known) if rule == "latest" else min(known)
