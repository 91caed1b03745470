"""The page of a class and a card for each student: Jinja over the journal's answers, one file each, no network."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import unicodedata
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..checks.points import amount
from ..content.dates import in_words, moment
from ..files.atomic import write_atomically
from ..files.escape import one_line, plain
from . import figures
from .journal import Journal

TEMPLATES = Path(__file__).with_name("templates")
CARDS = "students"
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


def write(journal: Journal, out: Path, remarks: list[str], changed: dict[str, Any] | None) -> None:
    """Write the page, the cards and, where there is something to compare with, the page of changes."""
    people = journal.rows("SELECT * FROM counted ORDER BY name")
    links = {row["id"]: f"{CARDS}/{_file(row)}" for row in people}
    titles = ", ".join(f'{sql} AS "{title}"' for title, sql in COLUMNS.items())
    page: dict[str, Any] = {
        "title": journal.about("title"),
        "summary": figures.summary(journal),
        "help": journal.rows(figures.HELP),
        "tasks": journal.rows(figures.TASKS),
        "mistakes": journal.rows(figures.MISTAKES),
        "groups": journal.rows(figures.GROUPS),
        "columns": list(COLUMNS),
        "links": links,
        "remarks": remarks,
        "students": journal.rows(f"SELECT id, why, {titles} FROM counted ORDER BY name"),
        "cells": {row["id"]: journal.rows(figures.CELLS, row["id"]) for row in people},
        "sections": [row[0] for row in journal.rows("SELECT DISTINCT section FROM counted ORDER BY 1") if row[0]],
        "changed": changed,
        "grader": journal.about("grader"),
    }
    write_atomically(out / "index.html", _render("page.html.j2", **page))
    if changed is not None:
        write_atomically(out / "changes.html", _render("changes.html.j2", **page))
    shutil.rmtree(out / CARDS, ignore_errors=True)
    (out / CARDS).mkdir(mode=0o700)
    for row in people:
        card = {
            "person": row,
            "title": page["title"],
            "points": page["summary"]["points"],
            "tasks": journal.rows("SELECT * FROM answer WHERE person = ? ORDER BY place", row["id"]),
            "notes": journal.rows("SELECT text FROM note WHERE grade = ? AND voice = 'student'", row["grade"]),
        }
        write_atomically(out / links[row["id"]], _render("card.html.j2", **card))


def _render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(made_at=datetime.now(timezone.utc), **values)


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
    made.globals |= {
        "style": Markup(style),
        "script": Markup(script),
        "words": WORDS,
        "policy": f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; "
        "form-action 'none'",
    }
    made.filters |= {
        "amount": _amount,
        "when": lambda text: in_words(moment(text)) if text else "",
        "line": one_line,
        "share": lambda part, whole: round(100 * part / whole, 2) if whole else 0,
    }
    return made


def _amount(value: Any) -> Any:
    """A number of points as people write it; nothing for nothing, and words as they are."""
    return "" if value is None else amount(value) if isinstance(value, float) else value


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _file(row: Any) -> str:
    """A name that says whose card it is, and is nobody else's."""
    plain_name = unicodedata.normalize("NFKD", row["name"]).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain_name).strip("-")[:40] or "student"
    mark = hashlib.sha256(f"{row['sid']}\0{row['email']}\0{row['name']}\0{row['submission']}".encode()).hexdigest()[:6]
    return f"{slug}-{mark}.html"
