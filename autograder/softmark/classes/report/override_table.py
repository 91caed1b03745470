"""Reads OUT/overrides.csv, in which staff decide what the grader must not. It survives every regrade.

    student,item,points,note_staff,note_student,who,when
    ada@x.edu,1.4,7,the check was too strict,Your answer is right.,Sam,2026-11-20     points of a task
    ada@x.edu,1.4,,,Look at keepdim.,Sam,                                             a comment without points
    ada@x.edu,2.3,excuse,,,Sam,                                                       counts as much as the rest
    22,total,excuse,,,Sam,                                                            excused from all of it
    22,total,+2,,For the misprint in part 2.,Sam,                                     an adjustment of the total
    22,late,,,,Sam,                                                                   the late deduction is waived
    22,attempts,3,,,Sam,                                                              may be graded three times
    mistake:scale.missing,1.2,3,,,Sam,                                                everybody with a named mistake

Points of a task are what it is worth in the end, and have no sign; points of the total are added, and need one. What
could be read either way is refused. A spreadsheet drops a plus sign, so `add 2` is the same as `+2`. Whoever is excused
from a task gets the share of its points that they earned in all other tasks, so that it neither helps nor hurts.
Whoever is excused from all of it has no score in any grade file, and Canvas's EX in Canvas's; that is one person's own,
also in a group, and they need not have handed in.

`note_staff` never leaves this folder; `note_student` is what the student reads. An override always decides, as long as
it can: a regrade that reaches its points by itself makes it obsolete, one that gives more turns it into a deduction,
and either is said aloud. Nothing is deleted but by people.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...checks.points import amount
from ...files import tables
from ...files.escape import one_line
from ...files.tables import Line, Table, TableError
from ...policy.apply_overrides import ATTEMPTS, LATE, TOTAL, WORDS, Decision, decided, meant, possible
from ..entries import Entry, Graded, Person
from .same_person import Finder, different, people

FILE = "overrides.csv"
COLUMNS = ("student", "item", "points", "note_staff", "note_student", "who", "when")
MISTAKE = "mistake:"
"""How the first cell begins of a line for everybody with a named mistake."""
EXCUSE = "excuse"
"""In the place of a task's points."""
EXCUSED = "You are excused from this assignment."
"""What a student reads who is excused from all of it, where staff wrote nothing else."""
ADD = "add "
"""Another way to write a plus sign before points of the total."""


@dataclass(frozen=True)
class Override:
    """One line of the file."""

    place: str
    """overrides.csv:3"""
    student: str
    """A student number, an e-mail, the id of a submission, a name that only one has; or mistake:NAME."""
    item: str
    """A task's id, total or late."""
    points: float | None = None
    note_staff: str = ""
    note_student: str = ""
    who: str = ""
    when: str = ""
    excused: bool = False
    """From this task; from the whole assignment, where `item` is total."""

    @property
    def mistake(self) -> str:
        return self.student[len(MISTAKE) :].strip() if self.student.casefold().startswith(MISTAKE) else ""

    @property
    def decision(self) -> Decision:
        """The part of it that may leave this folder."""
        note = self.note_student or (EXCUSED if self.of_everything else "")
        return Decision(self.item, self.points, note, self.mistake)

    @property
    def of_everything(self) -> bool:
        """Whether it excuses from the whole assignment."""
        return self.excused and self.item == TOTAL


@dataclass(frozen=True)
class Applied:
    """An override that decides something of one submission."""

    override: Override
    before: float | None = None
    """What the grader gave for a task; None for the rest."""

    @property
    def gained(self) -> float:
        points = self.override.points
        return 0.0 if points is None or self.override.item == ATTEMPTS else points - (self.before or 0.0)


@dataclass(frozen=True)
class Settled:
    """A class after its overrides."""

    graded: tuple[Graded, ...]
    applied: Mapping[str, tuple[Applied, ...]] = field(default_factory=dict)
    """By entry id."""
    obsolete: tuple[str, ...] = ()
    """A sentence for each override that a regrade has overtaken."""
    excused: tuple[Person, ...] = ()
    """From the whole assignment."""

    def decisions(self, ident: str) -> tuple[Decision, ...]:
        return tuple(each.override.decision for each in self.applied.get(ident, ()))


# --- the file -----------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[Override, ...]:
    """The file's overrides; none where there is no file. TableError lists every mistake with its line."""
    if not path.exists():
        return ()
    table = tables.read(path)
    problems = _columns(table)
    if problems:
        raise TableError(problems)
    found = []
    for line in table.lines:
        override = _override(table.place(line), line)
        found.append(override)
        problems += [f"{override.place}: {problem}" for problem in _problems(override, line)]
    if problems:
        raise TableError(problems)
    return tuple(found)


def _columns(table: Table) -> list[str]:
    if "reason" in table.columns:
        return [f"{table.file}:1: the column “reason” is two now: note_staff, which stays here, and note_student, "
                "which the student reads; rename it to one of them and add the other"]  # fmt: skip
    return tables.require(table, *COLUMNS)


def _override(place: str, line: Line) -> Override:
    cells = {name: line.get(name) for name in COLUMNS}
    item = cells["item"].casefold() if cells["item"].casefold() in WORDS else cells["item"]
    points = _points(cells["points"].casefold().removeprefix(ADD) if item == TOTAL else cells["points"])
    excused = cells["points"].casefold() == EXCUSE
    return Override(place, **{**cells, "item": item, "points": points, "excused": excused})  # type: ignore[arg-type]


def _problems(override: Override, line: Line) -> Iterator[str]:
    empty = [name for name in ("student", "item", "who") if not line.get(name)]
    if empty:
        yield f"{' and '.join(empty)} {'is' if len(empty) == 1 else 'are'} empty"
    written, points = one_line(line.get("points")), override.points
    if override.student.casefold().startswith(MISTAKE) and not override.mistake:
        yield "name the mistake, as in mistake:scale.missing"
    if override.excused and (override.item in (LATE, ATTEMPTS) or override.mistake):
        yield f"“{EXCUSE}” stands for one student's points: write a task's id in `item`, or total for all of it"
    elif override.item == EXCUSE:
        yield f"write a task's id in `item`, or total for all of it, and “{EXCUSE}” in `points`"
    elif override.excused:
        return
    elif override.item == LATE:
        if written:
            yield f"a waiver of lateness has no points: delete “{written}”"
        if override.mistake:
            yield "a waiver of lateness is for one student: a known mistake has nothing to do with dates"
    elif written.startswith("+") and override.item != TOTAL:
        what = (
            "how many attempts there are in all" if override.item == ATTEMPTS else "what the task is worth in the end"
        )
        yield f"“{written}” is not clear: write {what}, without a sign"
    elif override.item == ATTEMPTS:
        if override.mistake or points is None or points < 1 or points % 1:
            yield "attempts are one student's own, and points says how many: 1 or more"
    elif written and points is None:
        yield f"points must be a number, not “{written}”"
    elif override.item == TOTAL and written and not written.casefold().startswith(("+", "-", "−", ADD)):
        yield (
            f"“{written}” is not clear: points of the total are added to it and need a sign; write +{written} or "
            f"“add {written}” to add them; for a total of {written} write the difference, such as +5 or -5"
        )
    elif points is not None and points < 0 and override.item != TOTAL:
        yield f"points of a task must be 0 or more, not “{written}”"
    elif not written and not override.note_student:
        yield "without points it is a comment, and note_student is empty: write one of them"


def _points(text: str) -> float | None:
    try:
        value = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return round(value, 2) if math.isfinite(value) else None


# --- a class ------------------------------------------------------------------------------------------------


def settle(
    graded: Sequence[Graded],
    overrides: Sequence[Override],
    listed: Sequence[Entry] = (),
    roster: Sequence[Person] = (),
) -> Settled:
    """Apply the overrides to a class. TableError lists every line that names nobody, several, one of a group, or a task
    twice. A line for somebody who is `listed` and not graded yet is kept for later, and told. Whoever is only on the
    roster can be excused."""
    desk = _OverrideDesk(graded, listed, roster)
    for override in overrides:
        if override.of_everything:
            desk.excuse_from_everything(override)
        elif not override.mistake:
            desk.for_one(override)
    for override in overrides:
        if override.mistake:
            desk.for_everybody(override)
    if desk.problems:
        raise TableError(desk.problems)
    desk.excuse()
    applied = {ident: tuple(found) for ident, found in desk.decided.items()}
    settled = Settled((), applied, tuple(desk.obsolete), tuple(desk.excused))
    rows = tuple(
        replace(one, result=decided(one.result, settled.decisions(one.entry.id))) if one.entry.id in applied else one
        for one in graded
    )
    return replace(settled, graded=rows)


class _OverrideDesk:
    """Matches the lines of the file with a class, one by one."""

    def __init__(self, graded: Sequence[Graded], listed: Sequence[Entry], roster: Sequence[Person]) -> None:
        self.graded = graded
        self.finder = Finder(people(graded))
        self.by_id = {one.entry.id: one for one in graded}
        self.waiting = {entry.id for entry in listed} - self.by_id.keys()
        self.later = Finder((person, entry) for entry in listed if entry.id in self.waiting for person in entry.people)
        known = {entry.id: entry for entry in (*listed, *(one.entry for one in graded))}
        self.entries = known
        self.everybody = Finder(
            (person, person) for person in (*(person for entry in known.values() for person in entry.people), *roster)
        )
        self.excused: list[Person] = []
        self.first: dict[tuple[str, str], Override] = {}
        self.decided: dict[str, list[Applied]] = {}
        self.problems: list[str] = []
        self.obsolete: list[str] = []

    def for_one(self, override: Override) -> None:
        submission = self._meant(override)
        if submission is None:
            return
        before = self.first.setdefault((submission.entry.id, override.item), override)
        if before is not override:
            self.problems.append(f"{override.place}: {_what(override.item)} of this submission is already decided in "
                                 f"{before.place}")  # fmt: skip
            return
        row = next((row for row in submission.result.items if row.id == override.item), None)
        who, item = one_line(override.student), one_line(override.item)
        if override.item in WORDS:
            self._decide(submission, override, None)
        elif row is None:
            self.obsolete.append(f"{override.place}: {who}: the rubric has no task {item} (any more); not applied")
        elif override.excused and (row.bonus or not row.points):
            self.obsolete.append(
                f"{override.place}: {who}: task {item} is a bonus, so nobody is asked for it; not applied"
            )
        elif override.points is not None and override.points > row.points:
            self.obsolete.append(
                f"{override.place}: {who}: task {item} is worth {amount(row.points)} points, not "
                f"{amount(override.points)}; not applied"
            )
        else:
            self._decide(submission, override, row.score)
            self._overtaken(override, row.score)

    def for_everybody(self, override: Override) -> None:
        decision = override.decision
        found = [submission for submission in self.graded if meant(decision, submission.result)]
        for submission in found:
            row = next((row for row in submission.result.items if row.id == override.item), None)
            own = self.first.get((submission.entry.id, override.item))
            if (own and (own.points is not None or own.excused)) or (row is not None and not possible(decision, row)):
                continue  # points of somebody's own go first, and nobody loses by this line
            self._decide(submission, override, row.score if row else None)
        if not found:
            name, item = one_line(override.mistake), one_line(override.item)
            self.obsolete.append(f"{override.place}: the grader names {name} for nobody in {item}: is it spelled as on "
                                 "the page?")  # fmt: skip

    def excuse_from_everything(self, override: Override) -> None:
        """One person, whether or not they handed in; the id of a submission means all who handed it in."""
        entry, who = self.entries.get(override.student), one_line(override.student)
        found = list(entry.people) if entry else self.everybody.by_word(override.student)
        count = len(different(found))
        if not found:
            self.problems.append(f"{override.place}: nobody here is “{who}”: use a student number or an e-mail; a "
                                 "--roster knows whoever handed in nothing")  # fmt: skip
        elif not entry and count > 1:
            self.problems.append(f"{override.place}: {count} people are “{who}”: use a student number or an e-mail")
        elif len(different([*self.excused, *found])) < len(different(self.excused)) + count:
            self.problems.append(f"{override.place}: “{who}” is excused already")
        else:
            self.excused += found
            for one in self.graded:
                if one.entry.people and len(different([*found, *one.entry.people])) == count:
                    self._decide(one, override, None)

    def excuse(self) -> None:
        """Turn “excuse” into points, once everything else is decided: the share that somebody earned in all other
        tasks."""
        for ident, lines in self.decided.items():
            points = {line.override.item: line.override.points for line in lines}
            excused = {line.override.item for line in lines if line.override.excused} - {TOTAL}
            rows = [row for row in self.by_id[ident].result.items if not row.bonus]
            rest = [row for row in rows if row.id not in excused]
            worth = sum(row.points for row in rest)
            earned = sum(row.score if points.get(row.id) is None else points[row.id] or 0.0 for row in rest)
            share = earned / worth if worth else 1.0
            own = {row.id: round(share * row.points, 2) for row in rows if row.id in excused}
            self.decided[ident] = [
                replace(line, override=replace(line.override, points=own[line.override.item]))
                if line.override.item in own
                else line
                for line in lines
            ]

    def _decide(self, one: Graded, override: Override, before: float | None) -> None:
        self.decided.setdefault(one.entry.id, []).append(Applied(override, before))

    def _overtaken(self, override: Override, score: float) -> None:
        who, item = one_line(override.student), one_line(override.item)
        if override.points is None:
            return
        if score == override.points:
            self.obsolete.append(
                f"{override.place}: {who}: the grader gives task {item} {amount(score)} points by itself; "
                "the line can go"
            )
        elif score > override.points:
            self.obsolete.append(
                f"{override.place}: {who}: the grader gives task {item} {amount(score)} points, and the "
                f"override takes them down to {amount(override.points)}; delete the line unless you mean that"
            )

    def _meant(self, override: Override) -> Graded | None:
        """The submission of a line; the id of one means all who handed it in."""
        who = one_line(override.student)
        if override.student in self.by_id:
            return self.by_id[override.student]
        found = self.finder.by_word(override.student)
        if override.student in self.waiting or self.later.by_word(override.student):
            self.obsolete.append(f"{override.place}: {who}: handed in, not graded yet; not applied until it is")
        elif not found:
            self.problems.append(f"{override.place}: nobody here is “{who}”: use a student number, an e-mail or the "
                                 "id of a submission")  # fmt: skip
        elif len(found) > 1:
            self.problems.append(f"{override.place}: {len(found)} submissions belong to “{who}”; use one's id: "
                                 + ", ".join(one_line(one.entry.id) for one in found[:5]))  # fmt: skip
        elif len(found[0].entry.people) > 1:
            ident, count = one_line(found[0].entry.id), len(found[0].entry.people)
            self.problems.append(
                f"{override.place}: “{who}” is one of a group of {count}, and a group has one grade: write {ident} to "
                "change it for all of them; for one alone, take them out of the group on the platform and adjust the "
                "points of their own submission there"
            )
        else:
            return found[0]
        return None


def _what(item: str) -> str:
    words = {TOTAL: "the total", LATE: "lateness", ATTEMPTS: "the number of attempts"}
    return words.get(item, f"task {one_line(item)}")
