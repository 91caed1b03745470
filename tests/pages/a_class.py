"""A small class that was never graded: its journal is written as a batch writes one, and reported as staff do."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from softmark.classes import report
from softmark.classes.export import Entry
from softmark.classes.journal import Graded, Journal, Row
from softmark.classes.people import Person
from softmark.content.course import Course
from tests.mini_course import COURSE

TASKS = (
    ("1.1", "The mean", 4.0, False, "stats.py"),
    ("1.2", "Standard scores", 6.0, False, "scale.py"),
    ("1.3", "Robust scores", 2.0, True, "scale.py"),
)
RIGHT = {"1.1": 4.0, "1.2": 6.0, "1.3": 2.0}
FILES = {"stats.py": "def mean(x):\n    return x\n", "scale.py": "def standardise(x):\n    return x\n"}


@dataclass
class Student:
    """One submission and what came of it; a task is right unless something else is said about it."""

    name: str
    scores: dict[str, float | None] = field(default_factory=dict)
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Task → columns of its line: mistake, hint, kind, signature, status …"""
    files: dict[str, str] = field(default_factory=lambda: dict(FILES))
    section: str = ""
    handed_in: str | None = "2026-11-14T20:00:00+00:00"
    notes: tuple[tuple[str, str], ...] = ()
    graded: bool = True
    present: bool = True
    grader: str = "grader-one"

    @property
    def email(self) -> str:
        return self.name.split()[0].lower() + "@example.edu"

    def entry(self) -> Entry:
        ident = "submission_" + self.name.split()[0].lower()
        who = Person(self.name, self.email, "", self.section)
        return Entry(ident, (who,), ident if self.present else "", self.handed_in)

    def rows(self) -> list[Row]:
        return [self._row(place, *task) for place, task in enumerate(TASKS)]

    def _row(self, place: int, task: str, title: str, points: float, bonus: bool, file: str) -> Row:
        score = self.scores.get(task, points)
        known: dict[str, Any] = dict.fromkeys(Row.__annotations__)
        known |= {"place": place, "task": task, "title": title, "points": points, "bonus": bonus, "file": file}
        status = "grader_error" if score is None else "passed" if score == points else "failed"
        known |= {"score": score, "status": status, "kind": "" if score == points else "values"}
        known |= {"failed": "" if score == points else "✗ It works.", "detail": "", "lost": ""}
        return Row(**known | self.told.get(task, {}))


def write(out: Path, *class_: Student) -> Path:
    """The class's folder, as a batch leaves it."""
    with Journal(out, write=True, assignment="mini-scaling") as journal:
        journal.note(title="Scaling, in miniature", grader="grader-one", texts="texts-one")
        journal.enlist([one.entry() for one in class_])
        for one in class_:
            if one.graded and one.present:
                status = "grader_error" if all(row.score is None for row in one.rows()) else "graded"
                notes = [(voice, "", text) for voice, text in one.notes]
                grade = Graded(status, "full", one.rows(), notes, {})
                now, work = "2026-11-15T09:00:00+00:00", repr((one.name, one.files, one.handed_in))
                journal.record(one.entry(), work, grade, one.files, grader=one.grader, texts="texts-one", now=now)
    return out


def reported(out: Path, *class_: Student, course: Path = COURSE, **more: Any) -> str:
    """The page of a class, as HTML; cards and files lie beside it."""
    if class_:
        write(out, *class_)
    report.write(out, Course.at(course).rubric, **more)
    return (out / "index.html").read_text(encoding="utf-8")


def card(out: Path, name: str) -> str:
    """One student's card."""
    (found,) = (out / "students").glob(name.lower().replace(" ", "-") + "-*.html")
    return found.read_text(encoding="utf-8")


NOT_LOADED = {
    "kind": "not loaded",
    "detail": "SyntaxError: '(' was never closed (scale.py line 3)",
    "lost": "Lost 6 points: all of it.",
}
SCALE = {"mistake": "scale.variance", "says": "It divides by the variance.", "hint": "Which power has the unit of x?"}
UNNAMED = {
    "signature": "ab12cd",
    "detail": "expected 0, got 3",
    "line": 2,
    "code": "return x + 3",
}

CLASS = (
    Student("Ada Lovelace", section="A"),
    Student("Alan Turing", {"1.2": 4.0, "1.3": 0.0}, {"1.2": SCALE, "1.3": {"status": "not_written"}}, section="A"),
    Student("Grace Hopper", {"1.2": 3.0}, {"1.2": UNNAMED | {"file": "scale.py"}}, section="B"),
    Student("Edsger Dijkstra", {"1.2": 3.0, "1.1": 3.0}, {"1.2": UNNAMED}, section="B"),
    Student("Barbara Liskov", {"1.2": 0.0, "1.3": 0.0}, {"1.2": NOT_LOADED, "1.3": NOT_LOADED}, section="B"),
    Student(
        "Donald Knuth",
        {"1.1": 0.0},
        {"1.1": {"status": "not_written", "kind": "not written"}},
        files={"scale.py": FILES["scale.py"]},
        notes=(("student", "stats.py is not there."), ("staff", "A watch saw memory read behind the fence.")),
    ),
    Student("Radia Perlman", present=False),
    Student("Tim Berners-Lee", {"1.1": None, "1.2": None, "1.3": None}),
    Student("Frances Allen", {"1.1": 1.0, "1.2": 0.0, "1.3": 0.0}, section="A"),
    Student("Ken Thompson", graded=False),
)
