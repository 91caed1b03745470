"""What counts for each person: the grades of the journal with staff's lists, the dates and the late rule applied.

The outcome stands in the journal's tables `counted`, `decided` and `named`, written anew in one step by every report.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from ..content.dates import moment, zone_named
from ..content.rubric import Rubric
from .journal import Journal
from .late import LateRule, lateness
from .lists import Lists
from .people import Finder, Person, key
from .problem import Problem

TOTAL = "total"


@dataclass(frozen=True)
class Dates:
    """What the rubric says of time."""

    rule: LateRule
    due: datetime | None

    @staticmethod
    def of(rubric: Rubric) -> Dates:
        zone = zone_named(rubric.dates.timezone) if rubric.dates.timezone else None
        late, due = rubric.late, moment(rubric.dates.due, zone) if rubric.dates.due else None
        late_due = moment(rubric.dates.late_due, zone) if rubric.dates.late_due else None
        closed: Literal["accept", "zero"] = "zero" if late.closed == "zero" else "accept"
        rule = LateRule(
            late.per, late.percent, late.grace_minutes, late.most_percent, late.slip_days, late_due, closed, zone
        )
        return Dates(rule, due)


@dataclass
class Somebody:
    """One person while they are counted."""

    person: Person
    submission: sqlite3.Row | None = None
    due: datetime | None = None
    late_due: datetime | None = None


def count(journal: Journal, lists: Lists, dates: Dates) -> list[str]:
    """Fill the tables; sentences about what staff should look at."""
    remarks: list[str] = []
    class_, finder = _everybody(journal, lists, remarks)
    problems: list[str] = []
    extended: dict[int, tuple[datetime, datetime | None]] = {}
    for line in lists.extensions:
        for number in _meant(finder, line.student, line.at, problems):
            extended[number] = (line.due, line.late_due)
    overridden: dict[int, list[tuple[str, float, str]]] = {}
    tasks = {
        row["task"]: row["points"] for row in journal.rows("SELECT DISTINCT task, points FROM task ORDER BY grade")
    }
    for over in lists.overrides:
        if over.task.casefold() != TOTAL and over.task not in tasks:
            problems.append(f"{over.at}: there is no task {over.task} (there are: {', '.join(tasks)}, {TOTAL})")
        elif over.task in tasks and not 0 <= over.score <= tasks[over.task]:
            problems.append(
                f"{over.at}: {over.score:g} is not between 0 and {tasks[over.task]:g}, the points of {over.task}"
            )
        else:
            for number in _meant(finder, over.student, over.at, problems):
                overridden.setdefault(number, []).append((over.task.casefold(), over.score, over.reason))
    if problems:
        raise Problem("\n".join(problems))
    own = [_dates(one, extended.get(number), dates) for number, one in enumerate(class_)]
    with journal.whole() as db:
        for table in ("counted", "decided", "named"):
            db.execute(f"DELETE FROM {table}")
        db.executemany(
            "INSERT INTO named VALUES (?, ?, ?, ?)", [(n.task, n.group, n.name, n.hint) for n in lists.names]
        )
        for number, one in enumerate(class_):
            given = overridden.get(number, [])
            db.executemany("INSERT INTO decided VALUES (?, ?, ?, ?)", [(number, *g) for g in given if g[0] != TOTAL])
            group = [own[k] for k, other in enumerate(class_) if one.submission and other.submission == one.submission]
            _count_one(db, number, one, group or [own[number]], sum(g[1] for g in given if g[0] == TOTAL))
    return remarks


def _everybody(journal: Journal, lists: Lists, remarks: list[str]) -> tuple[list[Somebody], Finder[int]]:
    class_: list[Somebody] = []
    finder = Finder[int]()
    for line in lists.roster:
        name = line.name or f"{line.first} {line.last}".strip() or line.email or line.sid
        person = Person(name, line.email, line.sid, line.section)
        finder.add(person, len(class_))
        class_.append(Somebody(person))
    for row in journal.rows(
        "SELECT person.*, submission.handed_in, submission.present, latest.number, latest.status FROM person"
        " JOIN submission ON submission.id = person.submission LEFT JOIN latest ON latest.submission = submission.id"
        " ORDER BY submission.place"
    ):
        person = Person(row["name"], row["email"], row["sid"], row["section"], row["due"], row["late_due"])
        number = finder.find(person)
        if number is None:
            number = len(class_)
            class_.append(Somebody(person))
            finder.add(person, number)
            if lists.roster:
                remarks.append(f"{person.name} handed in and is not in roster.csv")
        elif (before := class_[number].submission) is not None:
            remarks.append(f"{person.name} is in two submissions: the one handed in last counts")
            if before["handed_in"] and row["handed_in"] and moment(before["handed_in"]) > moment(row["handed_in"]):
                continue
        known = class_[number].person
        person = replace(
            person,
            name=known.name or person.name,
            email=known.email or person.email,
            sid=known.sid or person.sid,
            section=known.section or person.section,
        )
        class_[number] = Somebody(person, row)
    return class_, finder


def _meant(finder: Finder[int], word: str, at: str, problems: list[str]) -> list[int]:
    found = finder.by_word(word)
    if len(found) != 1:
        problems.append(f"{at}: {word} is {'nobody' if not found else f'{len(found)} people'} in this class")
    return found[:1]


def _dates(
    one: Somebody, extension: tuple[datetime, datetime | None] | None, dates: Dates
) -> tuple[datetime | None, LateRule]:
    """A person's due date, and the rule with their end of late work."""
    person, rule = one.person, dates.rule
    due = moment(person.due) if person.due else dates.due
    if person.late_due:
        rule = replace(rule, late_due=moment(person.late_due))
    else:
        rule = rule.moved(dates.due, due)
    if extension is None:
        return due, rule
    until, late_until = extension
    return until, replace(rule, late_due=late_until) if late_until else rule.moved(due, until)


def _count_one(
    db: sqlite3.Connection,
    number: int,
    one: Somebody,
    group: Iterable[tuple[datetime | None, LateRule]],
    adjusted: float,
) -> None:
    """One line of `counted`. A group's latest due date counts for all of it."""
    row, due, rule = one.submission, *max(group, key=lambda pair: pair[0].timestamp() if pair[0] else 0.0)
    handed_in = moment(row["handed_in"]) if row and row["handed_in"] else None
    why, grade = _why(row), row["number"] if row else None
    earned = core = final = None
    late = lateness(due, handed_in, rule)
    taken = 0.0
    if grade is not None:
        earned, core, open_ = db.execute(
            "SELECT TOTAL(COALESCE(decided.score, task.score)),"
            " TOTAL(CASE WHEN bonus THEN 0 ELSE COALESCE(decided.score, task.score) END),"
            " SUM(COALESCE(decided.score, task.score) IS NULL)"
            " FROM task LEFT JOIN decided ON decided.person = ? AND decided.task = task.task WHERE grade = ?",
            [number, grade],
        ).fetchone()
        earned, core = round(earned, 2), round(core, 2)
        if open_:
            earned = core = None
            why = why or f"the grader failed in {open_} of its tasks"
        else:
            taken = late.of(earned)
            final = round(max(0.0, earned - taken + adjusted), 2)
    person = one.person
    said = " ".join(filter(None, [late.said, f"{adjusted:+g} points by the course staff." if adjusted else ""]))
    values = [
        number,
        key(person, row["submission"] if row else ""),
        person.name,
        person.email,
        person.sid,
        person.section,
        row and row["submission"],
        grade,
        row and row["handed_in"],
        due and due.isoformat(),
        late.count,
        late.free,
        earned,
        core,
        taken,
        adjusted,
        final,
        said,
        "" if final is not None else why,
    ]
    db.execute(f"INSERT INTO counted VALUES ({', '.join('?' * len(values))})", values)


def _why(row: sqlite3.Row | None) -> str:
    if row is None:
        return "nothing handed in"
    if not row["present"]:
        return "listed, and the folder is missing in the export"
    if row["number"] is None:
        return "handed in, not graded yet"
    return "the grader failed" if row["status"] == "grader_error" else ""
