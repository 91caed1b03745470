"""Decides who gets which questions. One sheet a person: in a group everybody has one of their own, from the same
program.

What was worked out is kept in sheets/sheets.json: the next run makes only the sheets of work that is new or another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...content.course import Course
from ...files.atomic import write_atomically
from ...grading.calls.participants import Worlds
from ...grading.calls.question_lab import SandboxLab
from ...grading.grade_submission import spawner, stand_behind
from ...questions.choose_questions import Pool, pool
from ...questions.program import Program
from ...questions.question import Question
from ...questions.trials import Trials
from ...running.collect import Checks, with_checks
from ...sandbox.client import ServerHandle
from ..entries import Graded, Person
from ..report.same_person import identity

FOLDER = "sheets"
FILE = "sheets.json"
FORMAT = 2
MOST_SPARE = 2
"""Questions of each kind more than one sheet needs, for the members of a group."""


@dataclass(frozen=True)
class Sheet:
    """One person's questions."""

    number: str
    """Short, on the sheet and in the list of marks: tells sheets apart, and not whose they are."""
    submission: str
    person: Person
    questions: tuple[Question, ...]

    @property
    def about_program(self) -> bool:
        """Sheets of version 1.0 may hold the course's own questions instead."""
        return any(question.kind != "fixed" for question in self.questions)

    @property
    def student(self) -> str:
        """The name of this person in the list of marks."""
        return self.person.sid or self.person.email or self.person.name


def make(
    server: ServerHandle,
    course: Course,
    graded: Sequence[Graded],
    known: Mapping[str, Pool],
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> tuple[list[Sheet], dict[str, Pool]]:
    """The sheets of a class, and the questions that each program yields, by its digest."""
    stand_behind(server.level, course)
    pools: dict[str, Pool] = {}

    def drive(checks: Checks) -> None:
        worlds = Worlds(course, checks)
        for done, one in enumerate(graded, 1):
            mark = digest(one)
            if mark not in pools:
                pools[mark] = known[mark] if mark in known else _pool(server, course, checks, worlds, one)
            progress(done, len(graded))

    with_checks(course.graders, drive)
    return [sheet for one in graded for sheet in _sheets(course, one, pools[digest(one)])], pools


def digest(one: Graded) -> str:
    """A digest of the program and of how many want questions about it."""
    texts = "\0".join(f"{name}\0{text}" for name, text in sorted(one.files.items()))
    return hashlib.sha256(f"{min(len(one.entry.people), MOST_SPARE + 1)}\0{texts}".encode()).hexdigest()[:20]


def _pool(server: ServerHandle, course: Course, checks: Checks, worlds: Worlds, one: Graded) -> Pool:
    rubric = course.rubric
    lab = SandboxLab(course, worlds, one.files, spawner(server, rubric))
    spare = min(max(len(one.entry.people) - 1, 0), MOST_SPARE)
    trials = Trials(Program(one.files, rubric.items), checks, lab)
    try:
        at_home = pool(trials, rubric.public_key())  # what `check.py --ask` asks, and answers
        return pool(trials, course.hidden_key(), spare, unlike=at_home)
    finally:
        lab.close()


def _sheets(course: Course, one: Graded, found: Pool) -> list[Sheet]:
    """One a person, drawn by the salt. Without questions where the program yields too few that nobody has practised:
    the course's own ones come with their answers, in every student's folder."""
    program = Program(one.files, course.rubric.items)
    made = []
    for person in one.entry.people or (Person(one.entry.id),):
        who = identity(person, one.entry.id)
        questions = found.sheet(program.dice("sheet", course.hidden_key(), who))
        number = hashlib.sha256(f"{course.rubric.public_key()}\0{who}\0{one.entry.id}".encode()).hexdigest()[:6]
        made.append(Sheet(number, one.entry.id, person, tuple(questions)))
    return made


# --- what is kept -------------------------------------------------------------------------------------------


def write(folder: Path, version: str, sheets: Sequence[Sheet], pools: Mapping[str, Pool]) -> None:
    """`version` is the grader's: another one may ask otherwise."""
    data = {
        "format": FORMAT,
        "version": version,
        "sheets": [
            {
                "number": sheet.number,
                "submission": sheet.submission,
                "name": sheet.person.name,
                "email": sheet.person.email,
                "sid": sheet.person.sid,
                "section": sheet.person.section,
                "questions": [question.plain() for question in sheet.questions],
            }
            for sheet in sheets
        ],
        "pools": {mark: [question.plain() for question in each.questions] for mark, each in pools.items()},
    }
    write_atomically(folder / FILE, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def read(folder: Path, version: str = "") -> tuple[list[Sheet], dict[str, Pool]]:
    """What an earlier run kept; pools only of the same grader. Nothing where there is nothing that can be read."""
    try:
        data = json.loads((folder / FILE).read_text(encoding="utf-8"))
        sheets = [_sheet(row) for row in data["sheets"]]
        same = data["format"] == FORMAT and data["version"] == version
        pools = data["pools"].items() if same else ()
        return sheets, {mark: Pool(tuple(map(Question.of, questions))) for mark, questions in pools}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [], {}


def _sheet(data: Mapping[str, Any]) -> Sheet:
    person = Person(data["name"], data["email"], data["sid"], data["section"])
    questions = tuple(map(Question.of, data["questions"]))
    return Sheet(data["number"], data["submission"], person, questions)
