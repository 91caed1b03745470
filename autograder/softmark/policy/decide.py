"""All policies for one submission, decided before it is graded and applied to every result on the way."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from datetime import datetime, timezone, tzinfo

from ..content.course import Course
from ..content.dates import in_words, on_clock
from ..content.rubric import Rubric
from ..grading.result import ItemResult, Note, Result
from ..grading.version import autograder_version
from . import late
from .dates import Dates, dates_of, latest, zone_of
from .feedback import Stage, stage
from .late import HowLate
from .platform_metadata import Metadata


@dataclass(frozen=True)
class Policy:
    """What the calendar says about one submission."""

    stage: Stage
    late: HowLate | None = None
    autograder: str = ""
    notes: tuple[str, ...] = ()
    """For staff."""
    zone: tzinfo | None = None
    """By which dates are told."""

    @property
    def skip(self) -> frozenset[str]:
        """Tasks that are not checked now."""
        return self.stage.postponed

    def applied(self, result: Result) -> Result:
        """The result as it counts. Applying it again to its own outcome changes nothing."""
        known = {note.text for note in result.notes}
        return replace(
            result,
            items=tuple(self._postponed(item) for item in result.items),
            notes=(*result.notes, *(Note("staff", text) for text in self.notes if text not in known)),
            hidden=self.stage.hidden,
            closing=in_words(on_clock(self.stage.until, self.zone)) if self.stage.until else "",
            autograder=self.autograder,
            late=self.late.applied(result.score) if self.late else None,
        )

    def _postponed(self, item: ItemResult) -> ItemResult:
        """The row itself where nothing changes: it is then known to those who have looked at it."""
        postponed = item.id in self.skip and item.status == "not_checked"
        return item if item.postponed == postponed else replace(item, postponed=postponed)


def decide(rubric: Rubric, metadata: Metadata, *, autograder: str = "", now: datetime | None = None) -> Policy:
    """The one decision. `now` is for feedback alone; nothing about points depends on it."""
    dates, closing = _dates(rubric, metadata)
    zone = zone_of(rubric)
    now = now or datetime.now(timezone.utc)
    notes = list(metadata.notes) if _asks_anything(rubric) else []
    notes += _about_lateness(rubric, dates.due is not None, metadata.created_at is not None)
    notes += _about_feedback(rubric, dates.due is not None)
    return Policy(
        stage(rubric, closing, now, metadata.created_at),
        late.how_late(rubric.late, dates, metadata.created_at, zone),
        autograder,
        tuple(notes),
        zone or (dates.due.tzinfo if dates.due else None),
    )


def _dates(rubric: Rubric, metadata: Metadata) -> tuple[Dates, datetime | None]:
    """What counts for the people behind one submission, and when nobody of them can hand in any more."""
    zone, usual = zone_of(rubric), metadata.assignment
    common = dates_of(rubric).of(usual.due, usual.late_due, zone)
    own = [common.of(each.due, each.late_due, zone) for each in metadata.members] or [common]
    every = [date for each in (common, *own) for date in (each.due, each.late_due) if date is not None]
    return latest(own), max(every, default=None)


def _asks_anything(rubric: Rubric) -> bool:
    """Whether any policy needs the metadata: if none does, nobody wants to read that it is strange."""
    feedback = rubric.feedback
    return late.asks(rubric.late) or feedback.hidden == "category" or feedback.slow_items != "at_once"


def _about_lateness(rubric: Rubric, due: bool, handed_in: bool) -> list[str]:
    """What is not known never costs anybody anything, and somebody must look at it."""
    if not late.asks(rubric.late) or (due and handed_in):
        return []
    if not due:
        why = "no due date is known, so nothing counts as late: set one on the platform or in the rubric"
    else:
        why = "the time of hand-in is not known, so nothing counts as late"
    return [f"lateness undecided: {why}"]


def _about_feedback(rubric: Rubric, known: bool) -> list[str]:
    if known:
        return []
    wants = []
    if rubric.feedback.hidden == "category":
        wants.append("feedback stays as before the deadline")
    if rubric.feedback.slow_items != "at_once":
        wants.append("slow tasks stay unchecked")
    return (
        [f"no due date is known, so {', and '.join(wants)}: set one on the platform or in the rubric"] if wants else []
    )


def policy_for(course: Course, about: Metadata) -> Policy:
    """What the calendar says; a fault in that is ours, and must not cost a grade."""
    version = autograder_version(course)
    try:
        return decide(course.rubric, about, autograder=version)
    except Exception:
        note = f"late work was not looked at: {traceback.format_exc(limit=-6)}"
        return Policy(Stage(course.rubric.feedback.hidden, frozenset()), autograder=version, notes=(note,))
