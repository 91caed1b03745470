"""Decides who was late, by which date, and what a grade counts for. It is decided whenever a class is read, from the
export, OUT/extensions.csv and the rubric; attempts.py decides which attempt counts.

The journal keeps what the tasks earned and nothing about lateness. So a date that is entered later counts at once,
nothing is graded again for it, and no old penalty can stay behind.

For one person an extension counts first, then their own date in the export, then the assignment's there, then the
rubric's; a group is treated as on the platform, and so is the time for late work, which moves with a later due date.
Where a late policy is on and a date is missing, nothing is taken off and it is said aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ...content.dates import in_words, moment, on_clock, zone_named
from ...content.rubric import Attempts, Rubric, RubricError
from ...content.rubric_reader import load_rubric
from ...files import tables
from ...files.escape import one_line
from ...files.tables import Table, TableError
from ...grading.result import Note, Result
from ...policy.apply_overrides import Decision, waives
from ...policy.deadlines import Deadlines, deadlines
from ...policy.decide import UNDECIDED, decide, own_rules
from ...policy.late import asks
from ...policy.platform_metadata import Metadata, PlatformDates, folded
from ..entries import Entry, Graded, Person
from . import attempts, slip_days
from .same_person import Finder, Roster, identity
from .slip_days import Balance

FILE = "extensions.csv"
EXTENSION = "extension"
SENTENCE_FOR_STUDENTS = "Lateness undecided: the grader does not know yet whether this was handed in late."
"""What a student reads."""
CHANGED = (
    "The late policy or its dates changed in the rubric since the last batch. Lateness is worked out here by the "
    "rubric as it is now; on the platform it follows a new upload and a regrade."
)
OTHER_POINTS = (
    "The points of tasks changed in the rubric since the last batch. The grades here still have the old ones: run "
    "`softmark batch` again."
)
OTHER_TASKS = (
    "The rubric has other tasks than this class was graded with, so the late policy of the batch is used. If it is the "
    "rubric of this class, run `softmark batch` again; if not, name its course with --course."
)
"""What staff read."""
_RUBRIC = "rubric.yaml"
_WHO = ("student", "email", "e-mail", "sid")
_UNTIL = ("until", "date", "new date", "due", "due date", "due_date")
_LATE_UNTIL = ("late_until", "late until", "late due date", "late_due_date")

_Member = tuple[str, int]
"""The id of a submission, and the place among those who handed it in."""


@dataclass(frozen=True)
class Extension:
    """One line of the file."""

    place: str
    """extensions.csv:3"""
    student: str
    """An e-mail or a student number; a name where only one person has it."""
    until: datetime | None = None
    """The new due date; None: as it was."""
    late_until: datetime | None = None
    """Until when late work is taken; None: as long after the due date as for everybody."""

    @property
    def last(self) -> datetime:
        """The later of the two."""
        return max(date for date in (self.until, self.late_until) if date is not None)


@dataclass(frozen=True)
class Timing:
    """Which date counted for one submission, and how late it was."""

    dates: Deadlines
    handed_in: datetime | None
    rule: str
    """Whose date counts in a group."""

    @property
    def source(self) -> str:
        """Who says when it was due, in words for staff."""
        return self.dates.origin + (f", the {self.rule} in the group" if self.dates.shared else "")

    @property
    def known(self) -> bool:
        return self.dates.due is not None and self.handed_in is not None

    @property
    def clock(self) -> str:
        """How late, as Gradescope writes it, H:M:S; empty where nobody knows."""
        if self.dates.due is None or self.handed_in is None:
            return ""
        seconds = max(0, int((self.handed_in - self.dates.due).total_seconds()))
        return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"

    @property
    def due_in_words(self) -> str:
        return f"{in_words(on_clock(self.dates.due, self.dates.zone))} ({self.source})" if self.dates.due else ""

    @property
    def late_due_in_words(self) -> str:
        return in_words(on_clock(self.dates.late_due, self.dates.zone)) if self.dates.late_due else ""


@dataclass(frozen=True)
class JudgedClass:
    """What the calendar says about a class."""

    timings: Mapping[str, Timing] = field(default_factory=dict)
    """By entry id."""
    about: Mapping[str, Metadata] = field(default_factory=dict)
    """The same submissions as policies see them, but for what came before them."""
    rubric: Rubric | None = None
    """With its policies; None where the journal has none, and nothing is decided."""
    choice: str = ""
    """What staff chose about attempts that the export does not tell."""
    slip_days: Mapping[str, int] = field(default_factory=dict)
    """By entry id, where they last for a whole term: what is left of them counts, and not what the rubric says."""
    undecided: str = ""
    """A sentence where lateness is decided for nobody: there are no grades until it is."""
    remarks: tuple[str, ...] = ()
    """A sentence for each extension that a person should look at."""

    def applied(self, one: Graded, decisions: Sequence[Decision] = ()) -> Graded:
        """A grade as it counts; lateness is worked out from what staff decided, or waived by it."""
        about = self.about.get(one.entry.id)
        if self.rubric is None or about is None:
            return one
        timing = self.timings[one.entry.id]
        # staff may choose that what came before is not asked
        rubric = self.rubric if self.choice == attempts.LATEST else own_rules(self.rubric, decisions)
        if one.entry.id in self.slip_days:
            late = replace(rubric.late, free_days=self.slip_days[one.entry.id])
            rubric = replace(rubric, late=late)
        rules = attempts.Rules(rubric, timing.dates, waives(decisions), self.choice)
        before = attempts.previous(one, rules)
        policy = decide(rubric, replace(about, previous=before), autograder=one.autograder)
        policy = replace(
            policy, autograder=one.result.autograder, notes=tuple(_for_a_class(policy.notes, timing))
        ).with_decisions(decisions)
        result = policy.applied(one.result)
        if not waives(decisions) and any(note.startswith(UNDECIDED) for note in policy.notes):
            result = result.with_notes(Note("student", SENTENCE_FOR_STUDENTS))
        if unknown := attempts.question(one, rules, before, result):
            said = Note("staff", f"{attempts.UNDECIDED} {unknown}"), Note("student", attempts.SENTENCE_FOR_STUDENTS)
            result = result.with_notes(*said)
        theirs = deadlines(self.rubric, _metadata(one.entry, {}))
        remarks = attempts.remarks(one, rules, theirs, result)
        return replace(one, result=result.with_notes(*(Note("staff", text) for text in remarks)))


def is_open(result: Result) -> bool:
    """Whether a late policy is on and nobody knows if this was late."""
    return SENTENCE_FOR_STUDENTS in result.notes_for("student")


def current(rubric: Rubric, root: Path) -> tuple[Rubric, str]:
    """The rubric of the last batch, with the late policy and the dates of its course as they are now: what the tasks
    earned is in the journal, and lateness is not. And what staff should know of its changes. A rubric of another course
    or term says nothing about this class."""
    path = next((place for place in (root / "autograder" / _RUBRIC, root / _RUBRIC) if place.exists()), None)
    if path is None:
        return rubric, ""
    try:
        now = load_rubric(path)
    except RubricError as problem:
        raise TableError([str(each) for each in problem.problems]) from None
    if (now.name, now.term) != (rubric.name, rubric.term):
        return rubric, ""
    points, before = ({item.id: item.points for item in each.items} for each in (now, rubric))
    if points.keys() != before.keys():
        return rubric, OTHER_TASKS
    settled = replace(rubric, late=now.late, dates=now.dates)
    return settled, " ".join([CHANGED] * (settled != rubric) + [OTHER_POINTS] * (points != before))


def judged(
    out: Path,
    entries: Sequence[Entry],
    rubric: Rubric | None,
    roster: Roster | None = None,
    choice: str = "",
    slips: Sequence[Balance] | None = None,
) -> JudgedClass:
    """The class in a folder; `choice` is what staff chose about attempts, `slips` are slip days in the place of those
    in the folder. TableError lists all that is wrong with its extensions or slip days, each with its line."""
    path = out / FILE
    if rubric is None:
        if path.exists():
            raise TableError([f"{path}: this class was graded before extensions were known here: "
                              "run `softmark batch` again"])  # fmt: skip
        return JudgedClass()
    if choice == attempts.HISTORY and not any(map(attempts.has_history, entries)):
        raise TableError([f"--attempts {choice}: this export has nobody's earlier attempts: choose --attempts "
                          f"{attempts.LATEST}, or grade an export that has them"])  # fmt: skip
    found = read(path, rubric)
    granted, remarks = _matched(entries, found, rubric, roster)
    feedback = replace(rubric.feedback, stages="at_once")  # staff see everything
    ruled = Attempts() if choice == attempts.LATEST else rubric.attempts
    calendar = replace(rubric, attempts=ruled, feedback=feedback)
    about = {entry.id: _metadata(entry, granted) for entry in entries}
    timings = {
        ident: Timing(deadlines(rubric, recorded), recorded.created_at, rubric.late.group)
        for ident, recorded in about.items()
    }
    undecided = _undecided(path, timings) if asks(rubric.late) else ""
    slips = slip_days.read(out / slip_days.FILE) if slips is None else slips
    days = {} if slips is None else slip_days.of_entries(slips, entries, rubric.late.group)
    return JudgedClass(timings, about, calendar, choice, days, undecided, tuple(remarks))


def _for_a_class(notes: Sequence[str], timing: Timing) -> Iterator[str]:
    """Notes for staff as a class needs them: what to do about a missing date is another thing here than on a
    platform."""
    for note in notes:
        if not note.startswith(UNDECIDED):
            yield note
        elif timing.dates.due is None:
            yield f"{UNDECIDED} no due date is known here, so nothing is taken off; enter one in {FILE}"
        else:
            yield f"{UNDECIDED} the export does not say when this was handed in, so nothing is taken off"


def _undecided(path: Path, timings: Mapping[str, Timing]) -> str:
    """A sentence about submissions without a date. An extension settles only its own student."""
    open_ = [timing for timing in timings.values() if not timing.known]
    if not open_ or any(timing.known and timing.dates.origin != EXTENSION for timing in timings.values()):
        return ""
    if all(timing.dates.due is None for timing in open_):
        what = f"nobody has a due date: enter `dates:` in the rubric and run `softmark batch` again, or fill {path}"
    else:
        what = "nobody has a time of hand-in: grade Gradescope's export, or a CSV with a column created_at"
    return f"{UNDECIDED} a late policy is on and {what}; until then no grade files are written"


# --- extensions.csv -----------------------------------------------------------------------------------------


def read(path: Path, rubric: Rubric) -> tuple[Extension, ...]:
    """The file's extensions; none where there is no file. TableError lists every mistake with its line."""
    if not path.exists():
        return ()
    table = tables.read(path)
    who, *dates = _columns(table)
    zone = zone_named(rubric.dates.timezone) if rubric.dates.timezone else None
    found, problems = [], []
    for line in table.lines:
        place = table.place(line)
        empty = [] if line.get(who) else [who]
        empty += [] if any(line.get(name) for name in dates) else [" and ".join(filter(None, dates))]
        if empty:
            problems.append(f"{place}: {' and '.join(empty)} {'are' if ' and ' in ' and '.join(empty) else 'is'} empty")
            continue
        try:
            until, late = (moment(line.get(name), zone) if line.get(name) else None for name in dates)
        except ValueError as problem:
            problems.append(f"{place}: {problem}")
            continue
        if until is not None and late is not None and late < until:
            problems.append(f"{place}: late work would be accepted until {in_words(late)}, before it is due, "
                            f"{in_words(until)}")  # fmt: skip
        found.append(Extension(place, line.get(who), until, late))
    if problems:
        raise TableError(problems)
    return tuple(found)


def _columns(table: Table) -> tuple[str, str, str]:
    """The columns of the file, the dates empty where there is none, and no more: a reason would lie in the class's
    folder for good, so it is refused."""
    who, until, late = (
        next((name for name in table.columns if name in known), "") for known in (_WHO, _UNTIL, _LATE_UNTIL)
    )
    used = {name for name in table.columns if name or any(line.get(name) for line in table.lines)}
    more = [name for name in table.columns if name in used - {who, until, late}]
    if not who or not (until or late):
        has = ", ".join(one_line(title) for title in table.titles)
        raise TableError([f"{table.file}:1: name the columns student (an e-mail or SID) and until (the new due date), "
                          f"late_until (until when late work is accepted) or both; it has: {has}"])  # fmt: skip
    if more:
        named = ", ".join(f"“{one_line(name)}”" for name in more)
        raise TableError([f"{table.file}:1: only who and until when may be written here: delete {named}, and keep "
                          "reasons, which are often medical, somewhere else"])  # fmt: skip
    return who, until, late


def _matched(
    entries: Sequence[Entry], extensions: Sequence[Extension], rubric: Rubric, roster: Roster | None
) -> tuple[dict[_Member, Extension], list[str]]:
    """Whose extension each line is. A person who is not here may still hand in: that is a remark and no error."""
    here = [(person, (entry, place)) for entry in entries for place, person in enumerate(entry.people)]
    finder, listed = Finder(here), roster.finder() if roster else None
    granted: dict[_Member, Extension] = {}
    first: dict[str, Extension] = {}
    problems, remarks = [], []
    for each in extensions:
        who = one_line(each.student)
        meant = finder.by_word(each.student)
        names = {identity(entry.people[place], entry.id) for entry, place in meant} or {folded(each.student)}
        if len(names) > 1:
            problems.append(f"{each.place}: {len(names)} people are “{who}”: use an e-mail or a student number")
            continue
        before = first.setdefault(names.pop(), each)
        if before is not each:
            problems.append(f"{each.place}: “{who}” has an extension already, in {before.place}: keep one of them")
            continue
        if not meant and not (listed and listed.by_word(each.student)):
            remarks.append(f"{each.place}: nobody who handed in is “{who}”: if that is a slip, correct it; it counts "
                           "for nobody yet")  # fmt: skip
        for entry, place in meant:
            due = _due_without(entry, place, rubric)
            early = [date for date in (each.until, each.late_until) if date and due and date < due]
            if due is not None and early:
                problems.append(f"{each.place}: {in_words(early[0])} is before “{who}” had to hand in, "
                                f"{in_words(due)}: write a later date, or delete the line")  # fmt: skip
                break
            granted[entry.id, place] = each
    if problems:
        raise TableError(problems)
    return granted, remarks


def _due_without(entry: Entry, place: int, rubric: Rubric) -> datetime | None:
    """When one person's work was due if nobody had given them more time."""
    return deadlines(rubric, _metadata(replace(entry, people=(entry.people[place],)), {})).due


def common_closing(entry: Entry, rubric: Rubric) -> datetime | None:
    """The last date of whoever has none of their own, by what the export tells with one submission."""
    return deadlines(rubric, _metadata(replace(entry, people=()), {})).closing


# --- what the export says -----------------------------------------------------------------------------------


def _metadata(entry: Entry, granted: Mapping[_Member, Extension]) -> Metadata:
    """An entry in the shape that policies know from the platform."""
    handed_in = moment(entry.created_at) if entry.created_at else None
    members = tuple(_own(person, granted.get((entry.id, place))) for place, person in enumerate(entry.people))
    return Metadata(handed_in, _dates(entry, "the export"), members)


def _own(person: Person, extension: Extension | None) -> PlatformDates:
    own = _dates(person, "their own date in the export")
    if extension is None:
        return own
    return replace(own, origin=EXTENSION, until=extension.until, late_until=extension.late_until)


def _dates(holder: Entry | Person, origin: str) -> PlatformDates:
    due, late_due = (moment(text) if text else None for text in (holder.due, holder.late_due))
    if due is not None and late_due is not None and late_due < due:
        late_due = None  # as on the platform: such a date means nothing
    return PlatformDates(due, late_due, origin)
