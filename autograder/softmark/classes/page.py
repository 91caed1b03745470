"""The page of a class and a card for each student: Jinja over the journal's answers, one file each, no network."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import sqlite3
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timezone
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..checks.points import amount
from ..content.dates import in_words, moment
from ..files.atomic import write_atomically
from ..files.escape import one_line, plain
from ..files.problem import Problem
from . import figures, groups
from .journal import Journal

TEMPLATES = Path(__file__).with_name("templates")
CARDS = "students"
WRITTEN = "cards written"
"""Under this name the journal keeps which files the last report put into the folder of cards."""
WORDS = {
    "passed": "right",
    "failed": "wrong",
    "rule_broken": "not allowed",
    "not_written": "not written",
    "not_checked": "not checked",
    "grader_error": "the grader failed",
}

COLUMNS = {
    "Student": "name",
    "Section": "section",
    "Score": "final",
    "No bonus": "core",
    "Late": "NULLIF(late, 0)",
    "Not right": "(SELECT NULLIF(COUNT(*), 0) FROM answer WHERE person = counted.id AND NOT bonus AND score < points)",
    "Mistakes": "(SELECT NULLIF(COUNT(mistake), 0) FROM answer WHERE person = counted.id)",
}
"""The columns of the students' table: a title, and what the journal is asked about each person of `counted`."""


def write(journal: Journal, out: Path, remarks: list[str], changed: dict[str, Any] | None, hints: str = "name") -> None:
    """Write the page, the cards and, where there is something to compare with, the page of changes. `hints` is what
    the rubric lets students read about a mistake: its name, its kind or nothing."""
    people = journal.rows("SELECT * FROM counted ORDER BY name COLLATE names")
    links = {row["id"]: f"{CARDS}/{_file(row)}" for row in people}
    page = _page(journal, links) | {"remarks": remarks, "changed": changed}
    write_atomically(out / "index.html", _render("page.html.j2", **page))
    if changed is not None:
        write_atomically(out / "changes.html", _render("changes.html.j2", **page))
    _clear(journal, out)
    for row in people:
        write_atomically(out / links[row["id"]], _render("card.html.j2", hints=hints, **_card(journal, row)))
    journal.note(**{WRITTEN: "\n".join(links.values())})


def _page(journal: Journal, links: Mapping[int, str]) -> dict[str, Any]:
    titles = ", ".join(f'{sql} AS "{title}"' for title, sql in COLUMNS.items())
    return {
        "title": journal.about("title"),
        "summary": figures.summary(journal),
        "help": journal.rows(figures.HELP),
        "absent": journal.rows(figures.ABSENT),
        "tasks": journal.rows(figures.TASKS),
        "mistakes": journal.rows(figures.MISTAKES),
        "groups": journal.rows(groups.GROUPS),
        "graders": journal.rows(figures.GRADERS),
        "notes": journal.rows(figures.NOTES),
        "columns": list(COLUMNS),
        "links": links,
        "students": journal.rows(f"SELECT id, why, {titles} FROM counted ORDER BY name COLLATE names"),
        "cells": lambda person: journal.rows(figures.CELLS, person),
        "sections": [row[0] for row in journal.rows("SELECT DISTINCT section FROM counted ORDER BY 1") if row[0]],
    }


def _card(journal: Journal, row: sqlite3.Row) -> dict[str, Any]:
    """What one student may read: no notes to staff, no reasons that staff wrote down, nobody else."""
    tasks = journal.rows("SELECT * FROM answer WHERE person = ? ORDER BY place", row["id"])
    dead = sorted((task for task in tasks if task["kind"] == "not loaded"), key=_file_of)
    return {
        "person": row,
        "title": journal.about("title"),
        "points": sum(task["points"] for task in tasks if not task["bonus"]),
        "tasks": [task for task in tasks if task["kind"] != "not loaded"],
        "not_loaded": [(file, list(those)) for file, those in groupby(dead, key=_file_of)],
        "notes": journal.rows("SELECT text FROM note WHERE grade = ? AND voice = 'student'", row["grade"]),
    }


def _file_of(task: sqlite3.Row) -> str:
    return str(task["file"])


def _clear(journal: Journal, out: Path) -> None:
    """Remove the cards of the last report, and nothing that somebody else put beside them."""
    for name in journal.about(WRITTEN).splitlines():
        (out / CARDS / Path(name).name).unlink(missing_ok=True)
    try:
        (out / CARDS).mkdir(mode=0o700, exist_ok=True)
    except OSError:
        raise Problem(f"{out / CARDS} is in the way: the cards go into a folder of this name; move it") from None


def _render(template: str, **values: Any) -> str:
    sink = io.StringIO()  # so that a page of a thousand people is not held twice
    sink.writelines(_environment().get_template(template).generate(made_at=datetime.now(timezone.utc), **values))
    return sink.getvalue()


@cache
def _environment() -> Environment:
    """Every text is escaped, and made visible and short before: a student's words are shown and do nothing."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: plain(value) if type(value) is str else value,
    )
    style, script = ((TEMPLATES / name).read_text(encoding="utf-8") for name in ("style.css", "page.js"))
    made.globals |= {"style": Markup(style), "script": Markup(script), "words": WORDS, "policy": _policy(style, script)}
    made.filters |= {"amount": _amount, "when": _when, "line": one_line, "share": _share}
    return made


def _policy(style: str, script: str) -> str:
    """What a browser lets a page do: its own style and script, and nothing else."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    allowed = "style-src 'sha256-{}'; script-src 'sha256-{}'".format(*hashes)
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _amount(value: Any) -> Any:
    """A number of points as people write it; a dash for none, and words as they are."""
    return "–" if value is None else amount(value) if isinstance(value, float) else value


def _when(text: str | None) -> str:
    return in_words(moment(text)) if text else ""


def _share(part: float, whole: float) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def _file(row: sqlite3.Row) -> str:
    """A name that says whose card it is, and is nobody else's."""
    plain_name = unicodedata.normalize("NFKD", row["name"]).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain_name).strip("-")[:40] or "student"
    return f"{slug}-{hashlib.sha256(row['key'].encode()).hexdigest()[:8]}.html"
