"""The class as its reports see it: grades after overrides, who is missing, what a person should look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import Literal

from ...content.dates import moment, on_clock, zone_named
from ...content.rubric import Rubric
from ...files.escape import one_line
from ...files.tables import TableError
from ...grading.result import Note, Result
from ...policy.decide import UNDECIDED
from ..entries import Entry, Graded, Person
from . import attempts as which_attempt
from . import needs_help, override_table, platform_scores
from .class_deadlines import JudgedClass, Timing
from .override_table import Applied, Override
from .regrade_requests import Logged
from .same_person import Finder, Roster, completed, handed_in, identity, keys, sure_keys

Flag = Literal[
    "rule", "empty", "low", "unfinished", "files", "below", "stuck", "isolation", "late", "undecided", "attempts",
    "error", "time", "uncounted",
    "override", "platform", "request",
]  # fmt: skip

FLAGS: dict[Flag, str] = {
    "rule": "Not-allowed call",
    "empty": "Nothing written",
    "low": "Low score",
    "unfinished": "Unfinished",
    "files": "Files missing",
    "below": "Latest below the best",
    "stuck": "Attempts without success",
    "isolation": "Weaker isolation",
    "late": "Late",
    "undecided": "Lateness undecided",
    "attempts": "Attempts undecided",
    "error": "Grader failed",
    "time": "Out of time",
    "uncounted": "Nobody's grade",
    "override": "Override",
    "platform": "Platform differs",
    "request": "Request waits",
}
"""In the order of their weight; the words that all staff read."""
HELP: tuple[Flag, ...] = ("empty", "low", "unfinished", "files", "below", "stuck", "error")
"""Whoever has one of these needs somebody, the first ones most."""
DIFFERS: tuple[Flag, ...] = ("platform",)
"""Here the grades need somebody, and not the student: a list of its own."""
UNCOUNTED = "nobody's grade:"
NOTES: dict[Flag, str] = {"undecided": UNDECIDED, "attempts": which_attempt.UNDECIDED, "uncounted": UNCOUNTED}
"""How a staff note begins that is a flag."""


@dataclass(frozen=True)
class Cohort:
    assignment: str
    title: str
    graded: tuple[Graded, ...]
    """After overrides, in the order of the journal."""
    applied: Mapping[str, tuple[Applied, ...]]
    obsolete: tuple[str, ...]
    roster: Roster | None = None
    timings: Mapping[str, Timing] = field(default_factory=dict)
    """By entry id: which date counted."""
    undecided: str = ""
    """A sentence where lateness is decided for nobody."""
    open_attempts: str = ""
    """A sentence where it is not known whether an earlier attempt counts."""
    remarks: tuple[str, ...] = ()
    """Extensions to look at."""
    changed: str = ""
    """A sentence where the late policy is not that of the last batch."""
    rubric: Rubric | None = None
    """Of the last batch; None where the journal has none."""
    requests: tuple[Logged, ...] = ()
    """Regrade requests, those that wait first."""
    section: str = ""
    """Where this is one section of a class."""
    excused: tuple[Person, ...] = ()
    """From the whole assignment; not all of them need have handed in."""
    waiting: tuple[Entry, ...] = ()
    """Handed in, not graded yet: they are in no number and in no list of those who handed in nothing."""
    whole_class: tuple[Graded, ...] = ()
    """Everybody, where this is one section: what a shared mistake is called must not depend on who is looked at."""

    @property
    def not_started(self) -> list[Person]:
        """Without those who are excused."""
        return [person for person in self._absent if not self.is_excused(person)]

    @property
    def excused_absent(self) -> list[Person]:
        return [person for person in self._absent if self.is_excused(person)]

    @property
    def _absent(self) -> list[Person]:
        return self.roster.not_started((*(one.entry for one in self.graded), *self.waiting)) if self.roster else []

    def is_excused(self, person: Person) -> bool:
        """By number or e-mail; by name only where somebody has neither."""
        own = sure_keys(person)
        return any(own & set(keys(other)) for other in self.excused)

    @property
    def strangers(self) -> list[tuple[Person, Graded]]:
        return self.roster.strangers(self.graded) if self.roster else []


def gather(
    graded: Sequence[Graded],
    decided: Sequence[Override] = (),
    roster: Roster | None = None,
    judged: JudgedClass | None = None,
    rubric: Rubric | None = None,
    listed: Sequence[Entry] = (),
) -> Cohort:
    """TableError where the overrides cannot be applied. Lateness comes last: it costs a share of what then stands.
    `listed` is everybody who handed in: whoever of them has no grade here waits for one."""
    zone = zone_named(rubric.dates.timezone) if rubric and rubric.dates.timezone else None
    whole = completed([*(one.entry for one in graded), *listed])
    graded = [replace(one, entry=_on_clock(whole(one.entry), zone)) for one in graded]
    listed = [_on_clock(whole(entry), zone) for entry in listed]
    settled = override_table.settle(graded, decided, listed, roster.people if roster else ())
    calendar = judged or JudgedClass()
    rows = tuple(calendar.applied(submission, settled.decisions(submission.entry.id)) for submission in settled.graded)
    if roster is not None:
        known = roster.finder()
        rows = tuple(replace(submission, entry=_with_sections(submission.entry, known)) for submission in rows)
        listed = [_with_sections(entry, known) for entry in listed]
    done = {submission.entry.id for submission in rows}
    rows = _with_counts(rows, [*(one.entry for one in rows), *(e for e in listed if e.id not in done)], settled.excused)
    latest = max(rows, key=lambda submission: submission.finished_at) if rows else None
    return Cohort(
        assignment=latest.result.assignment if latest else "",
        title=one_line(latest.result.title) if latest else "",
        graded=rows,
        applied=settled.applied,
        obsolete=settled.obsolete,
        excused=settled.excused,
        roster=roster,
        timings=calendar.timings,
        undecided=calendar.undecided,
        open_attempts=_open_attempts(rows, rubric),
        remarks=calendar.remarks,
        rubric=rubric,
        waiting=tuple(entry for entry in listed if entry.id not in done),
    )


def _with_counts(rows: Sequence[Graded], entries: Sequence[Entry], excused: Sequence[Person]) -> tuple[Graded, ...]:
    """With what is nobody's grade marked as that."""
    in_order = sorted(entries, key=handed_in)
    counting = {identity(person, entry.id): entry.id for entry in in_order for person in entry.people}
    away = {key for person in excused for key in sure_keys(person)}

    def counts(entry: Entry) -> bool:
        return not entry.people or any(
            counting[identity(person, entry.id)] == entry.id and not sure_keys(person) & away for person in entry.people
        )

    note = Note("staff", f"{UNCOUNTED} whoever handed it in has a later submission, or is excused")
    return tuple(
        one if counts(one.entry) else replace(one, counts=False, result=one.result.with_notes(note)) for one in rows
    )


def _on_clock(entry: Entry, zone: tzinfo | None) -> Entry:
    """With every time as the course's clock shows it: an export may tell some in UTC and others in local time."""

    def shown(text: str) -> str:
        return on_clock(moment(text), zone).isoformat() if text and zone else text

    history = tuple(replace(attempt, created_at=shown(attempt.created_at)) for attempt in entry.history)
    return replace(entry, created_at=shown(entry.created_at), history=history)


def _open_attempts(rows: Sequence[Graded], rubric: Rubric | None) -> str:
    """What is open of each, without the words that it begins with."""
    begins = which_attempt.UNDECIDED
    notes = [text for submission in rows for text in submission.result.notes_for("staff") if text.startswith(begins)]
    if rubric is None or not notes:
        return ""
    open_ = [text.removeprefix(begins).strip() for text in notes]
    return which_attempt.undecided(open_, [submission.entry for submission in rows], rubric.attempts)


def sections(group: Cohort) -> list[str]:
    """Those that somebody is in."""
    listed = group.roster.people if group.roster else ()
    handed_in = (*(one.entry for one in group.graded), *group.waiting)
    everybody = [*listed, *(person for entry in handed_in for person in entry.people)]
    return sorted({person.section for person in everybody if person.section})


def of_section(group: Cohort, section: str) -> Cohort:
    """The records of one section and nobody else's. A team over two sections is here without its other members; what
    is said about lines of the lists in the folder may name anybody, and stays on the page of the class."""
    known = sections(group)
    if section not in known:
        has = f"there are {', '.join(map(one_line, known))}" if known else "nobody has one; a --roster may know them"
        raise TableError([f"no section “{one_line(section)}” here: {has}"])
    rows = tuple(
        _within(submission, section)
        for submission in group.graded
        if any(p.section == section for p in submission.entry.people)
    )
    idents = {submission.entry.id for submission in rows}
    roster = group.roster and Roster(tuple(p for p in group.roster.people if p.section == section))
    return replace(
        group,
        graded=rows,
        waiting=tuple(
            _here(entry, section) for entry in group.waiting if any(p.section == section for p in entry.people)
        ),
        applied={ident: lines for ident, lines in group.applied.items() if ident in idents},
        timings={ident: timing for ident, timing in group.timings.items() if ident in idents},
        requests=tuple(each for each in group.requests if each.entry in idents),
        roster=roster,
        obsolete=(),
        remarks=(),
        section=section,
        whole_class=group.graded,
    )


def _here(entry: Entry, section: str) -> Entry:
    return replace(entry, people=tuple(person for person in entry.people if person.section == section))


def _within(one: Graded, section: str) -> Graded:
    here = _here(one.entry, section)
    others = len(one.entry.people) - len(here.people)
    if not others:
        return one
    note = Note("staff", f"handed in together with {others} of another section")
    return replace(one, entry=here, result=one.result.with_notes(note))


def flags(one: Graded, applied: Sequence[Applied] = (), requests: Sequence[Logged] = ()) -> dict[Flag, str]:
    """What a person should look at, each with one sentence. Only for staff."""
    result, sentences = one.result, dict[Flag, str]()
    broken = [item.id for item in result.items if item.status == "rule_broken"]
    if broken:
        sentences["rule"] = f"Does something that is not allowed in {', '.join(broken)}."
    for flag, begins in NOTES.items():
        texts = [text.removeprefix(begins).strip() for text in result.notes_for("staff") if text.startswith(begins)]
        if texts:
            sentences[flag] = one_line("; ".join(texts), limit=1000)
    if result.isolation.level != "full" and one.files:
        sentences["isolation"] = f"Graded in a sandbox of level {one_line(result.isolation.level)}, not full."
    if result.late is not None:
        sentences["late"] = one_line(result.late.sentence, limit=400)
    failed = [item.id for item in result.items if item.status == "grader_error"]
    if result.status in ("started", "refused", "grader_error"):
        sentences["error"] = {
            "started": "The grader did not finish.",
            "refused": "The grader did not run this submission.",
            "grader_error": "The grader failed.",
        }[result.status]
    elif failed:
        sentences["error"] = f"The grader failed in {', '.join(failed)}."
    if result.status == "out_of_time":
        sentences["time"] = "The time for grading ran out; what had been checked by then counts."
    reasons: dict[Flag, str] = {
        "low": "" if is_empty(one) else needs_help.low(one),
        "unfinished": "" if is_empty(one) else needs_help.unfinished(one),
        "files": needs_help.files(one),
        "below": needs_help.below(one),
        "stuck": needs_help.stuck(one),
    }
    sentences |= {flag: said for flag, said in reasons.items() if said and one.counts}
    if is_empty(one) and one.counts:
        sentences["empty"] = "No task is written." if one.files else "None of the assignment's files was handed in."
    if applied:
        items = dict.fromkeys(line.override.item for line in applied)
        excused = any(line.override.of_everything for line in applied)
        said = "Excused from this assignment" if excused else f"A person decided {', '.join(map(one_line, items))}"
        sentences["override"] = f"{said}."
    if there := platform_scores.beside(one, applied).sentence:
        sentences["platform"] = one_line(there, limit=600)
    waiting = [str(logged.request) for logged in requests if logged.entry == one.entry.id and logged.request.waits]
    if waiting:
        sentences["request"] = one_line("; ".join(waiting), limit=600)
    return {flag: sentences[flag] for flag in FLAGS if flag in sentences}


def deduction(result: Result) -> float:
    """Points that lateness costs; none where an earlier attempt counts, whose score has it taken off already."""
    return result.late.deduction if result.late and result.standing is None else 0.0


def is_empty(one: Graded) -> bool:
    return needs_help.is_graded(one) and (
        not one.files or all(item.status == "not_written" for item in one.result.items)
    )


def name_of(one: Graded) -> str:
    return names_of(one.entry)


def names_of(entry: Entry) -> str:
    """One name, or the names of a group; the submission's id where nobody is named."""
    named = ", ".join(one_line(person.name, limit=80) for person in entry.people if person.name.strip())
    return named or one_line(entry.id, limit=80)


def attempts(one: Graded) -> int:
    """How often they handed in, this time included; 1 where the export tells nothing."""
    return len(one.entry.history) + 1


def progress(result: Result) -> tuple[int, int]:
    """Tasks with full marks, and all tasks."""
    return sum(item.score >= item.points > 0 for item in result.items), sum(item.points > 0 for item in result.items)


def _with_sections(entry: Entry, known: Finder[Person]) -> Entry:
    """The entry with its people's sections from the roster, where the export has none."""
    filled = []
    for person in entry.people:
        listed = known.find(person)
        section = person.section or (listed.section if listed else "")
        filled.append(replace(person, section=section))
    return replace(entry, people=tuple(filled))
