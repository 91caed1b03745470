"""The files to hand on: grades.csv, mistakes.csv, and a Canvas gradebook filled in. No number is an empty cell."""

from __future__ import annotations

import re
from pathlib import Path

from ..files import tables
from ..files.atomic import write_atomically
from ..files.escape import one_line
from ..files.problem import Problem
from .journal import Journal
from .lists import EXCUSED
from .people import Finder, Person, folded

GRADES, CANVAS, MISTAKES = "grades.csv", "canvas.csv", "mistakes.csv"
KEPT = ("student", "id", "sis user id", "sis login id", "section")
"""The columns by which Canvas knows its people again."""
ABOUT = {
    "name": "name",
    "email": "email",
    "sid": "sid",
    "section": "section",
    "score": "final",
    "earned": "earned",
    "taken off": "NULLIF(taken_off, 0)",
    "late": "NULLIF(late, 0)",
    "free days used": "NULLIF(free, 0)",
    "adjusted": "NULLIF(adjusted, 0)",
}
"""The first columns of grades.csv: a title, and what the journal is asked about each person of `counted`. Then come
the tasks, the time of hand-in and why there is no number."""
WRONG = (
    *("name", "email", "section", "task", "score", "points", "status"),
    *("mistake", "signature", "file", "line", "hint"),
)
"""The columns of mistakes.csv, as the view `answer` has them."""


def write(journal: Journal, out: Path, canvas: Path | None, title: str, undecided: str) -> list[str]:
    """Write all of them; sentences about what staff should look at. Where lateness is `undecided` no file has a grade,
    also none of an earlier report."""
    write_atomically(out / MISTAKES, mistakes_csv(journal))
    if undecided:
        for name in (GRADES, CANVAS):
            (out / name).unlink(missing_ok=True)
        return [undecided]
    filled, remarks = canvas_csv(journal, canvas, title) if canvas else ("", [])
    write_atomically(out / GRADES, grades_csv(journal))
    if canvas:
        write_atomically(out / CANVAS, filled)
    return remarks


def grades_csv(journal: Journal) -> str:
    """One line a person, one column a task."""
    tasks = [row["task"] for row in journal.rows("SELECT task FROM answer GROUP BY task ORDER BY MIN(place)")]
    told = journal.rows("SELECT person, task, score FROM answer")
    scores = {(row["person"], row["task"]): row["score"] for row in told}
    people = journal.rows(f"SELECT id, handed_in, why, {', '.join(ABOUT.values())} FROM counted ORDER BY section, name")
    lines = [
        [*about, *(scores.get((number, task)) for task in tasks), handed_in or "", why]
        for number, handed_in, why, *about in people
    ]
    return tables.write([*ABOUT, *tasks, "handed in", "why empty"], lines)


def mistakes_csv(journal: Journal) -> str:
    """One line for each wrong task of each person."""
    found = journal.rows(
        f"SELECT {', '.join(WRONG)} FROM answer WHERE status != 'passed' ORDER BY place, mistake, signature, name"
    )
    return tables.write(WRONG, [[*row] for row in found])


def canvas_csv(journal: Journal, path: Path, title: str) -> tuple[str, list[str]]:
    """Canvas's own export with this assignment's column filled in, and who could not be found in it. People of the
    class without a number get an empty cell, also over an old number."""
    book = tables.read(path)
    column = _column(path, book.columns, title)
    find = _Gradebook(book)
    scores: dict[int, str | float | None] = dict.fromkeys(find.twice)
    lost = [f"{path.name}: {sentence}" for sentence in find.remarks]
    for row in journal.rows("SELECT * FROM counted ORDER BY name"):
        place = find(Person(row["name"], row["email"], row["sid"]))
        if place in find.twice:
            continue
        if place is not None:
            scores[place] = EXCUSED if row["excused"] else row["final"]
        elif row["final"] is not None:
            lost.append(f"{row['name']} is not in {path.name}")
    keep = [book.columns.index(name) for name in KEPT if name in book.columns]
    lines = []
    for number, (_, cells) in enumerate(book.records):
        full = [*cells, *[""] * len(book.columns)]
        lines.append([*(full[n] for n in keep), scores.get(number, full[column])])
    return tables.write([book.titles[n] for n in [*keep, column]], lines), lost


def _column(path: Path, titles: list[str], title: str) -> int:
    """The column of this assignment: Canvas writes its own number after the title."""
    wanted = re.compile(re.escape(folded(title)) + r"( \(\d+\))?")
    found = [number for number, name in enumerate(titles) if wanted.fullmatch(folded(name))]
    if len(found) != 1 or not {"student", "id"} <= set(titles):
        many = len(found) or "no"
        raise Problem(f"{path.name}:1: {many} columns for “{title}”: export the gradebook from Canvas")
    return found[0]


class _Gradebook:
    """Finds a person's line: by number, login or name, as Canvas writes them."""

    def __init__(self, book: tables.Table) -> None:
        self._finder, self._logins = Finder(), Finder()
        self.remarks, self.twice = _twice(book)
        """Lines that stand for one and the same person get no number."""
        for number, (_, cells) in enumerate(book.records):
            told = dict(zip(book.columns, cells, strict=False))
            last, _, first = told.get("student", "").partition(", ")
            login = told.get("sis login id", "")
            address = login if "@" in login else ""
            self._finder.add(Person(f"{first} {last}".strip(), address, told.get("sis user id", "")), number)
            if login:
                self._logins.add(Person("", sid=login.partition("@")[0]), number)

    def __call__(self, person: Person) -> int | None:
        found = self._finder.find(person)
        login = person.email.partition("@")[0]
        return self._logins.find(Person("", sid=login)) if found is None and login else found


def _twice(book: tables.Table) -> tuple[list[str], set[int]]:
    """The lines of a gradebook with one number or one login, and a sentence about each of these."""
    remarks: list[str] = []
    found: set[int] = set()
    for title in ("sis user id", "sis login id"):
        lines: dict[str, list[int]] = {}
        place = book.columns.index(title) if title in book.columns else len(book.titles)
        for number, (_, cells) in enumerate(book.records):
            if word := folded("".join(cells[place : place + 1])):
                lines.setdefault(word, []).append(number)
        for word, alike in lines.items():
            if len(alike) > 1 and not found.issuperset(alike):
                found.update(alike)
                where = ", ".join(str(book.records[number][0]) for number in alike)
                remarks.append(
                    f"{book.titles[place]} {one_line(word)} is there more than once (lines {where}): none is filled in"
                )
    return remarks, found
