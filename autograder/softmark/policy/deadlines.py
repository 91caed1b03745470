"""When a submission was due: the student's own dates where the platform gives them, else the assignment's, else those
of the rubric. A group has one due date, the latest of its members' or the earliest, as the rubric says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from ..content.dates import moment, zone_named
from ..content.rubric import Rubric
from .platform_metadata import Dates, Metadata


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
    ours = Dates(
        moment(rubric.dates.due, zone) if rubric.dates.due else None,
        moment(rubric.dates.late_due, zone) if rubric.dates.late_due else None,
        "the rubric",
    )
    common = metadata.assignment if metadata.assignment.due else ours
    own = [
        Dates(each.due or common.due, each.late_due or common.late_due, (each if each.due else common).origin)
        for each in metadata.members
    ] or [common]
    due = _chosen(rubric.late.group, (each.due for each in own))
    late = _chosen(rubric.late.group, (each.late_due for each in own))
    if due is not None and late is not None:
        late = max(due, late)  # an extension may reach past everybody else's late due date
    every = [date for each in (common, *own) for date in (each.due, each.late_due) if date is not None]
    differ = len({each.due for each in own if each.due is not None}) > 1
    origin = next((each.origin for each in own if due is not None and each.due == due), "")
    return Deadlines(due, late, max(every, default=None), differ, zone, origin)


def _chosen(rule: str, dates: Iterable[datetime | None]) -> datetime | None:
    known = [date for date in dates if date is not None]
    if not known:
        return None
    return max(known) if rule == "latest" else min(known)
