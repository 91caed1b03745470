"""What counts for each person: the grades of the journal with staff's lists, the dates and the late rule applied.

The outcome stands in the journal's tables `counted`, `decided` and `named`, written anew in one step by every report.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..checks.points import amount
from ..content.dates import moment
from ..content.rubric import Rubric
from ..files.problem import Problem
from ..policy.dates import Dates, dates_of, latest, zone_of
from ..policy.late import asks, how_late
from .decisions import LATE, TOTAL, Decided, decisions, roster
from .journal import Journal
from .lists import EXCUSED, Lists
from .people import Finder, Person, key

SUBMITTERS = (
    "SELECT person.*, submission.handed_in, submission.present, latest.number, latest.status FROM person"
    " JOIN submission ON submission.id = person.submission LEFT JOIN latest ON latest.submission = submission.id"
    " ORDER BY submission.place"
)


@dataclass
class Somebody:
    """One person of the class, with the submission that counts for them."""

    person: Person
    row: sqlite3.Row | None = None


@dataclass
class Class:
    """Everybody, in order."""

    people: list[Somebody] = field(default_factory=list)
    finder: Finder = field(default_factory=Finder)
    members: dict[str, list[tuple[int, Person]]] = field(default_factory=dict)
    """Submission → who handed it in, with the dates that the platform says."""
    remarks: list[str] = field(default_factory=list)
    """What staff should look at."""
    problems: list[str] = field(default_factory=list)
    """What is wrong in roster.csv."""


@dataclass(frozen=True)
class Counted:
    """What came of it."""

    remarks: list[str]
    undecided: str = ""
    """Why no grade file may be written; empty where all is known."""


def check(journal: Journal, lists: Lists, rubric: Rubric) -> None:
    """Problem with every line of staff's lists that cannot be read, or means nobody or nothing."""
    _decided(everybody(journal, lists), lists, rubric)


def _decided(everyone: Class, lists: Lists, rubric: Rubric) -> Mapping[int, Decided]:
    """What staff decided, by person; otherwise one Problem with a line for everything that is wrong in their lists."""
    found, meaningless = decisions(lists, everyone.finder, rubric)
    if problems := [*lists.problems, *everyone.problems, *meaningless]:
        raise Problem("\n".join(problems))
    return found


def count(journal: Journal, lists: Lists, rubric: Rubric) -> Counted:
    """Fill the tables."""
    everyone = everybody(journal, lists)
    decided = _decided(everyone, lists, rubric)
    lines = [_counted(journal, number, everyone, decided, rubric) for number in range(len(everyone.people))]
    with journal.whole() as db:
        for table in ("counted", "decided", "named"):
            db.execute(f"DELETE FROM {table}")
        named = [(line.task, line.group, line.name, line.hint) for line in lists.names]
        db.executemany("INSERT OR REPLACE INTO named VALUES (?, ?, ?, ?)", named)
        for number, one in decided.items():
            scores = [(number, line.task, line.score, line.reason) for line in one.tasks]
            db.executemany("INSERT INTO decided VALUES (?, ?, ?, ?)", scores)
        for line in lines:
            columns = ", ".join(line)
            db.execute(f"INSERT INTO counted ({columns}) VALUES ({', '.join('?' * len(line))})", list(line.values()))
    remarks = [*everyone.remarks, *_idle(lines, decided), *_odd(lines, decided, rubric), *_undated(lines, rubric)]
    graded = [line for line in lines if line["grade"] is not None]
    dated = not graded or sum(line["due"] is not None for line in graded) * 2 > len(graded)
    undecided = "" if dated or not asks(rubric.late) else (
        "late work costs something here, and nobody or hardly anybody has a due date, so no grade file is written: "
        "add dates.due to the rubric"
    )  # fmt: skip
    return Counted(remarks, undecided)


def everybody(journal: Journal, lists: Lists) -> Class:
    """The roster and whoever handed in. Of two submissions of one person the later one counts."""
    people, problems = roster(lists)
    everyone = Class(problems=problems)
    for person in people:
        _enter(everyone, Somebody(person))
    for row in journal.rows(SUBMITTERS):
        person = Person(row["name"], row["email"], row["sid"], row["section"], row["due"], row["late_due"])
        number = everyone.finder.find(person)
        if number is None:
            number = _enter(everyone, Somebody(person))
            if lists.roster:
                everyone.remarks.append(f"{person.name} handed in and is not in roster.csv")
        everyone.members.setdefault(row["submission"], []).append((number, person))
        _hand_in(everyone, number, person, row)
    return everyone


def _enter(everyone: Class, one: Somebody) -> int:
    everyone.people.append(one)
    everyone.finder.add(one.person, len(everyone.people) - 1)
    return len(everyone.people) - 1


def _hand_in(everyone: Class, number: int, person: Person, row: sqlite3.Row) -> None:
    known = everyone.people[number]
    before = known.row
    if before is not None and before["submission"] != row["submission"]:
        everyone.remarks.append(f"{person.name} is in two submissions: the one handed in last counts")
        if before["handed_in"] and row["handed_in"] and moment(before["handed_in"]) > moment(row["handed_in"]):
            return
    old = known.person
    merged = replace(
        person,
        name=old.name or person.name,
        email=old.email or person.email,
        sid=old.sid or person.sid,
        section=old.section or person.section,
    )
    everyone.people[number] = Somebody(merged, row)
    everyone.finder.add(merged, number)


def _counted(
    journal: Journal, number: int, everyone: Class, decided: Mapping[int, Decided], rubric: Rubric
) -> dict[str, object]:
    """One line of `counted`."""
    one, mine = everyone.people[number], decided.get(number, Decided())
    row, person = one.row, one.person
    dates = _dates(number, everyone, decided, rubric)
    handed_in = moment(row["handed_in"]) if row and row["handed_in"] else None
    late = how_late(rubric.late, dates, handed_in, zone_of(rubric))
    earned, core, open_ = (None, None, 0) if mine.excused else _earned(journal, row["number"] if row else None, mine)
    taken = late.deduction(earned) if late and earned is not None else 0.0
    taken = taken if mine.taken_off is None or earned is None else min(mine.taken_off, earned)
    final = None if earned is None else round(max(0.0, earned - taken + mine.adjusted), 2)
    said = [late.sentence(earned)] if late and earned is not None and mine.taken_off is None else []
    return {
        "id": number,
        "key": key(person, row["submission"] if row else ""),
        **{name: getattr(person, name) for name in ("name", "email", "sid", "section")},
        "submission": row and row["submission"],
        "grade": row and row["number"],
        "handed_in": row and row["handed_in"],
        "due": dates.due and dates.due.isoformat(),
        "late": late.count if late and not mine.excused else 0,
        "free": late.free_days if late and mine.taken_off is None and not mine.excused else 0,
        "earned": earned,
        "core": core,
        "taken_off": taken,
        "adjusted": mine.adjusted if final is not None else 0.0,
        "final": final,
        "excused": mine.excused,
        "said": " ".join([*said, *_staff_said(mine, taken)]) if final is not None else "",
        "why": _why(row, mine, open_) if final is None else "",
    }


def _dates(number: int, everyone: Class, decided: Mapping[int, Decided], rubric: Rubric) -> Dates:
    """A person's dates, or those of their group: the latest of what the platform or the rubric says of each member,
    extensions applied."""
    row, zone = everyone.people[number].row, zone_of(rubric)
    members: Sequence[tuple[int, Person]] = everyone.members[row["submission"]] if row else [(number, Person(""))]
    found = []
    for member, person in members:
        due, late_due = (moment(text) if text else None for text in (person.due, person.late_due))
        dates = dates_of(rubric).of(due, late_due, zone)
        extension = decided.get(member, Decided()).extension
        found.append(dates.of(extension.due, extension.late_due, zone) if extension else dates)
    return latest(found)


def _earned(journal: Journal, grade: int | None, mine: Decided) -> tuple[float | None, float | None, int]:
    """The points with staff's scores applied, the same without bonus, and in how many tasks there are none."""
    if grade is None:
        return None, None, 0
    staff = {line.task: line.score for line in mine.tasks}
    rows = journal.rows("SELECT task, score, bonus FROM task WHERE grade = ?", grade)
    scores = [(staff.get(row["task"], row["score"]), row["bonus"]) for row in rows]
    open_ = sum(score is None for score, _ in scores)
    if open_:
        return None, None, open_
    points = [(score or 0.0, bonus) for score, bonus in scores]
    return round(sum(score for score, _ in points), 2), round(sum(score for score, bonus in points if not bonus), 2), 0


def _staff_said(mine: Decided, taken: float) -> list[str]:
    """What the course staff decided about the total, for the student."""
    said = []
    if mine.taken_off is not None:
        said.append(f"The course staff took off {_points(taken)} for being late{_because(mine.reason(LATE))}.")
    if mine.adjusted:
        change = f"added {_points(mine.adjusted)}" if mine.adjusted > 0 else f"took off {_points(-mine.adjusted)}"
        said.append(f"The course staff {change}{_because(mine.reason(TOTAL))}.")
    return said


def _points(count: float) -> str:
    return f"{amount(count)} point{'' if count == 1 else 's'}"


def _because(reason: str) -> str:
    return f": {reason.rstrip('.')}" if reason else ""


def _why(row: sqlite3.Row | None, mine: Decided, open_: int) -> str:
    """Why there is no number."""
    if mine.excused:
        return f"excused{_because(mine.reason(EXCUSED))}"
    if row is None:
        return "nothing handed in"
    if not row["present"]:
        return "listed, and the folder is missing in the export"
    if row["number"] is None:
        return "handed in, not graded yet"
    return "the grader failed" if row["status"] == "grader_error" else f"the grader failed in {open_} of its tasks"


def _idle(lines: Sequence[Mapping[str, object]], decided: Mapping[int, Decided]) -> list[str]:
    """Overrides that change nothing, as there is no grade that they could change."""
    return [
        f"{', '.join(one.at)}: changes nothing for {lines[number]['name']} ({lines[number]['why']})"
        for number, one in decided.items()
        if one.lines and not one.excused and lines[number]["final"] is None
    ]


def _odd(lines: Sequence[Mapping[str, object]], decided: Mapping[int, Decided], rubric: Rubric) -> Iterator[str]:
    """What may be meant and is more often a slip: more than all points, an extension that takes time away."""
    everybody_s = dates_of(rubric).due
    for number, one in decided.items():
        final, most = lines[number]["final"], rubric.total + rubric.bonus
        if one.adjusted and isinstance(final, float) and final > most:
            line = one.lines[TOTAL]
            yield f"{line.at}: with {amount(one.adjusted)} added, {line.student} has {amount(final)} of {amount(most)}"
        if one.extension and one.extension.due and everybody_s and one.extension.due < everybody_s:
            yield f"{one.extension.at}: {one.extension.student} is due before everybody else"


def _undated(lines: Sequence[Mapping[str, object]], rubric: Rubric) -> list[str]:
    """Who cannot be late, as a date is missing, in a class where others can."""
    if not asks(rubric.late) or not any(line["due"] for line in lines):
        return []
    handed_in = [line for line in lines if line["grade"] is not None]
    return [
        f"{line['name']} has no {'due date' if line['handed_in'] else 'time of hand-in'}, so nothing counts as late"
        for line in handed_in
        if not (line["due"] and line["handed_in"])
    ]
