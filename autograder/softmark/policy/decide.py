"""All policies for one submission, decided before it is graded and applied to every result on the way."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone, tzinfo

from ..checks.errors import GraderFault
from ..content.course import Course
from ..content.dates import in_words, on_clock
from ..content.rubric import Rubric
from ..grading.result import ItemResult, Note, Result
from ..grading.version import autograder_version
from . import attempts, late, override_file
from .apply_overrides import Decision, decided, own_attempts, waives
from .attempts import Earlier, Refusal
from .dates import Dates, dates_of, latest, zone_of
from .feedback import Stage, stage
from .late import HowLate
from .override_file import FoundDecisions
from .platform_metadata import Metadata

UNDECIDED = "lateness undecided:"
"""How the note begins that says so."""


@dataclass(frozen=True)
class Policy:
    """What the calendar says about one submission."""

    stage: Stage
    late: HowLate | None = None
    refusal: Refusal | None = None
    before: Earlier | None = None
    best: bool = False
    autograder: str = ""
    notes: tuple[str, ...] = ()
    """For staff."""
    decisions: tuple[Decision, ...] = ()
    """What staff decided otherwise."""
    waived: str = ""
    """How late it was, where staff waived what that costs."""
    zone: tzinfo | None = None
    """By which dates are told."""
    not_compared: str = ""
    """For staff, where the earlier score turns out to be the better one and may not be compared."""

    @property
    def skip(self) -> frozenset[str]:
        """Tasks that are not checked now."""
        return self.stage.postponed

    def with_decisions(self, decisions: Sequence[Decision], notes: Sequence[str] = ()) -> Policy:
        """The same with what staff decided. A waiver also takes work that came after the last date."""
        made = replace(self, decisions=tuple(decisions), notes=(*self.notes, *notes))
        if not waives(decisions):
            return made
        made = replace(made, notes=tuple(note for note in made.notes if not note.startswith(UNDECIDED)))
        if self.late is None:
            return made
        refusal = None if self.refusal and self.refusal.closed else self.refusal
        return replace(made, late=None, refusal=refusal, waived=self.late.when)

    def applied(self, result: Result) -> Result:
        """The result as it counts. Applying it again to its own outcome changes nothing."""
        result = decided(result, self.decisions)
        items = tuple(self._postponed(item) for item in result.items)
        known = {note.text for note in result.notes}
        new = tuple(Note("staff", text) for text in self.notes if text not in known)
        kept = tuple(note for note in result.notes if note.text != self.not_compared)
        if self.waived and (waiver := f"{self.waived}: the course staff waived the deduction.") not in known:
            new = (*new, Note("student", waiver))
        made = replace(
            result,
            items=items,
            notes=(*kept, *new),
            hidden=self.stage.hidden,
            closing=in_words(on_clock(self.stage.until, self.zone)) if self.stage.until else "",
            autograder=self.autograder,
            late=self.late.applied(result.score) if self.late and not self.refusal else None,
            standing=None,
        )
        if self.refusal is not None:
            return replace(made, standing=attempts.standing_after(self.refusal, self.before))
        if self.not_compared and self.before is not None and self.before.score > made.own:
            made = made.with_notes(Note("staff", self.not_compared))
        return replace(made, standing=attempts.best(self.before, made.own)) if self.best else made

    def _postponed(self, item: ItemResult) -> ItemResult:
        """The row itself where nothing changes: it is then known to those who have looked at it."""
        postponed = item.id in self.skip and item.status == "not_checked"
        return item if item.postponed == postponed else replace(item, postponed=postponed)


def decide(rubric: Rubric, metadata: Metadata, *, autograder: str = "", now: datetime | None = None) -> Policy:
    """The one decision. `now` is for feedback alone; nothing about points depends on it."""
    dates, closing = _dates(rubric, metadata)
    zone = zone_of(rubric)
    now = now or datetime.now(timezone.utc)
    lateness = late.how_late(rubric.late, dates, metadata.created_at, zone)
    clock = zone or (dates.due.tzinfo if dates.due else None)
    refusal = attempts.refusal(rubric.attempts, metadata.on_clock(clock))
    before = attempts.earlier(rubric.attempts, metadata, autograder)
    notes = list(metadata.notes) if _asks_anything(rubric) else []
    notes += _about_lateness(rubric, dates.due is not None, metadata.created_at is not None)
    notes += _about_feedback(rubric, dates.due is not None)
    version = _about_versions(metadata, refusal, before)
    notes += [version] if version and refusal is not None else []
    return Policy(
        stage(rubric, closing, now, metadata.created_at), lateness, refusal, before,
        rubric.attempts.score == "best", autograder, tuple(notes), zone=clock,
        not_compared=version if refusal is None and rubric.attempts.score == "best" else "",
    )  # fmt: skip


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
    return (
        late.asks(rubric.late)
        or attempts.asks(rubric.attempts)
        or feedback.hidden == "category"
        or feedback.slow_items != "at_once"
    )


def _about_lateness(rubric: Rubric, due: bool, handed_in: bool) -> list[str]:
    """What is not known never costs anybody anything, and somebody must look at it."""
    if not late.asks(rubric.late) or (due and handed_in):
        return []
    if not due:
        why = "no due date is known, so nothing counts as late: set one on the platform or in the rubric"
    else:
        why = "the time of hand-in is not known, so nothing counts as late"
    return [f"{UNDECIDED} {why}"]


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


def _about_versions(metadata: Metadata, refusal: Refusal | None, before: Earlier | None) -> str:
    if before is None or before.same_version:
        return ""
    from_other = (
        "the platform does not say which version of the grader gave it"
        if attempts.unknown_versions(metadata.previous)
        else "another version of the grader gave it"
    )
    if refusal is not None:
        return f"the earlier score {before.score:g} was kept though {from_other}: grade the earlier submission again"
    return f"the earlier score {before.score:g} was not compared: {from_other}"


def own_rules(rubric: Rubric, decisions: Sequence[Decision]) -> Rubric:
    """The rubric with a limit of attempts of somebody's own."""
    limit = own_attempts(decisions)
    if limit is None:
        return rubric
    return replace(rubric, attempts=replace(rubric.attempts, limit=limit))


def policy_for(course: Course, about: Metadata) -> Policy:
    """What the calendar says; a fault in that is ours, and must not cost a grade."""
    version = autograder_version(course)
    try:
        known = override_file.read(course)
        overrides = known.of(about.people) if known else FoundDecisions()
    except GraderFault as problem:
        overrides = FoundDecisions(notes=(f"overrides were not looked at: {problem}",))
    try:
        policy = decide(own_rules(course.rubric, overrides.decisions), about, autograder=version)
    except Exception:
        note = f"late work and attempts were not looked at: {traceback.format_exc(limit=-6)}"
        feedback = course.rubric.feedback
        policy = Policy(Stage(feedback.hidden, frozenset()), autograder=version, notes=(note,))
    return policy.with_decisions(overrides.decisions, overrides.notes)
