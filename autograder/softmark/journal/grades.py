"""The files to hand on: grades.csv, mistakes.csv, and a Canvas gradebook filled in. No number is an empty cell."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from ..files import tables
from ..files.atomic import write_atomically
from .journal import Journal
from .lists import table
from .people import Finder, Person, folded
from .problem import Problem


def grades_csv(journal: Journal) -> str:
    """One line a person, one column a task."""
    tasks = [row["task"] for row in journal.rows("SELECT DISTINCT task FROM answer ORDER BY place")]
    scores = {
        (row["person"], row["task"]): row["score"] for row in journal.rows("SELECT person, task, score FROM answer")
    }
    lines = [
        [
            row["name"],
            row["email"],
            row["sid"],
            row["section"],
            row["final"],
            row["earned"],
            row["taken_off"] or None,
            row["late"] or None,
            row["free"] or None,
            row["adjusted"] or None,
            *(scores.get((row["id"], task)) for task in tasks),
            row["handed_in"] or "",
            row["why"],
        ]
        for row in journal.rows("SELECT * FROM counted ORDER BY section, name")
    ]
    head = ["name", "email", "sid", "section", "score", "earned", "taken off", "late", "free days used", "adjusted"]
    return tables.write([*head, *tasks, "handed in", "why empty"], lines)


def mistakes_csv(journal: Journal) -> str:
    """One line for each wrong task of each person."""
    columns = [
        "name",
        "email",
        "section",
        "task",
        "score",
        "points",
        "status",
        "mistake",
        "signature",
        "file",
        "line",
        "hint",
    ]
    found = journal.rows(
        f"SELECT {', '.join(columns)} FROM answer WHERE status != 'passed' ORDER BY place, mistake, signature, name"
    )
    return tables.write(columns, [[*row] for row in found])


def canvas_csv(journal: Journal, path: Path, title: str) -> tuple[str, list[str]]:
    """Canvas's own export with this assignment's column filled in, and who could not be found in it."""
    titles, records = table(path)
    raw = next(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    wanted = [
        n for n, name in enumerate(titles) if re.fullmatch(re.escape(folded(title)) + r"( \(\d+\))?", folded(name))
    ]
    if len(wanted) != 1 or not {"student", "id"} <= set(titles):
        raise Problem(f"{path.name}:1: {len(wanted) or 'no'} columns for “{title}”: export the gradebook from Canvas")
    keep = [
        titles.index(name) for name in ("student", "id", "sis user id", "sis login id", "section") if name in titles
    ]
    finder = Finder[int]()
    logins = Finder[int]()
    for number, (_, cells) in enumerate(records):
        told = dict(zip(titles, (cell.strip() for cell in cells), strict=False))
        last, _, first = told["student"].partition(", ")
        login = told.get("sis login id", "")
        finder.add(Person(f"{first} {last}".strip(), login, told.get("sis user id", "")), number)
        logins.add(Person("", login.partition("@")[0]), number)
    scores, lost = {}, []
    for row in journal.rows("SELECT * FROM counted ORDER BY name"):
        place = finder.find(Person(row["name"], row["email"], row["sid"]))
        if place is None:
            place = logins.find(Person("", row["email"].partition("@")[0]))
        if place is not None:
            scores[place] = row["final"]
        elif row["final"] is not None:
            lost.append(f"{row['name']} is not in {path.name}")
    head = [raw[n] for n in [*keep, wanted[0]]]
    lines = []
    for number, (_, cells) in enumerate(records):
        cells = [*cells, *[""] * len(titles)]
        old = cells[wanted[0]].strip()
        lines.append([*(cells[n].strip() for n in keep), scores.get(number, old)])
    return tables.write(head, lines), lost


def write(journal: Journal, out: Path, canvas: Path | None, title: str) -> list[str]:
    """Write all of them; sentences about what staff should look at."""
    write_atomically(out / "grades.csv", grades_csv(journal))
    write_atomically(out / "mistakes.csv", mistakes_csv(journal))
    if canvas is None:
        return []
    text, lost = canvas_csv(journal, canvas, title)
    write_atomically(out / "canvas.csv", text)
    return lost
