"""A regrade request, as far as the class knows about it: who is meant, what was handed in, what a task counts and what
it would count if it were graded now. What happened in the task is shown by render/one_task.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ..checks.points import amount
from ..files.escape import one_line
from ..files.problem import Problem
from ..grading.intake.submission import Submission
from ..grading.result import ItemResult
from .journal import Journal
from .people import folded


def found(journal: Journal, word: str) -> sqlite3.Row:
    """The one person whom a number, an e-mail, a name, a part of one or a submission means; Problem in words."""
    class_ = journal.rows("SELECT * FROM counted ORDER BY name")
    if not class_:
        raise Problem(f"{journal.folder} has no report yet: run softmark report {journal.folder} first")
    wanted = folded(word)
    exact = [row for row in class_ if wanted in map(folded, _words_for(row))]
    meant = exact or [row for row in class_ if wanted and all(part in folded(row["name"]) for part in wanted.split())]
    if not meant:
        raise Problem(f"nobody here is “{one_line(word)}”: give a name, an e-mail, a student number or a submission")
    if len({row["grade"] for row in meant}) > 1:
        who = "; ".join(f"{one_line(row['name'])} ({one_line(row['email'] or row['key'])})" for row in meant[:8])
        raise Problem(f"“{one_line(word)}” may be {who}: give an e-mail, a student number or a submission")
    if meant[0]["grade"] is None:
        raise Problem(f"{one_line(meant[0]['name'])} has no grade: {meant[0]['why']}")
    return meant[0]


def _words_for(row: sqlite3.Row) -> list[str]:
    return [row[name] for name in ("sid", "email", "submission", "name") if row[name]]


def overview(journal: Journal, person: sqlite3.Row) -> str:
    """Without a task: what was lost, task by task."""
    total = "no number" if person["final"] is None else f"{amount(person['final'])} points"
    total = "1 point" if person["final"] == 1 else total
    lines = [f"{one_line(person['name'])}: {total}", *filter(None, [person["said"], person["why"]])]
    lost = journal.rows(
        "SELECT * FROM answer WHERE person = ? AND (score IS NOT points OR decided IS NOT NULL) ORDER BY place",
        person["id"],
    )
    lines += [f"  {_in_class(row)}" for row in lost] or ["  nothing is lost"]
    return "\n".join(lines) + "\n"


def decided(journal: Journal, person: sqlite3.Row, ident: str) -> str:
    """What staff decided about the task, for the student; empty where they decided nothing."""
    rows = journal.rows(
        "SELECT * FROM answer WHERE person = ? AND task = ? AND decided IS NOT NULL AND score IS NOT NULL",
        *(person["id"], ident),
    )
    return "".join(
        f"The course staff decided that it earns {amount(row['score'])} of {amount(row['points'])} points"
        f"{': ' if row['decided'] else ''}{row['decided'].rstrip('.')}."
        for row in rows
    )


def _in_class(row: sqlite3.Row) -> str:
    """What the class says of a task, in one line."""
    score = "no score" if row["score"] is None else amount(row["score"])
    decided = "" if row["decided"] is None else f", decided by staff: {row['decided'] or 'no reason given'}"
    told = row["mistake"] or (f"group {row['signature']}" if row["signature"] else row["status"].replace("_", " "))
    return one_line(f"{row['task']} {row['title']}: {score} of {amount(row['points'])} ({told}{decided})")


def handed_in(journal: Journal, person: sqlite3.Row, files: Sequence[str]) -> Submission:
    """What was graded, as the journal keeps it."""
    rows = journal.rows("SELECT file, text FROM source WHERE person = ?", person["id"])
    kept = {row["file"]: row["text"] for row in rows}
    return Submission(kept, [name for name in files if name not in kept], [], "")


def in_class(journal: Journal, person: sqlite3.Row, ident: str, now: ItemResult, version: str) -> list[str]:
    """What the class says of the task, and what it would earn now."""
    (row,) = journal.rows("SELECT * FROM answer WHERE person = ? AND task = ?", person["id"], ident)
    lines = [f"{one_line(person['name'])}, in the class: {_in_class(row)}"]
    if row["code"] and now.where is None:
        said = row["line_says"] or f"{row['file']} line {row['line']}"
        lines.append(f"The line that the class shows: {one_line(said)}: {one_line(row['code'] or '')}")
    (grader,) = journal.rows("SELECT grader FROM grade WHERE number = ?", person["grade"])
    if grader[0] != version:
        lines.append(f"The class was graded by grader {grader[0][:12]}, and this is {version[:12]}.")
    if row["decided"] is not None:
        return [*lines, f"Graded again it would earn {amount(now.score)} by itself; what staff decided stays."]
    if row["score"] == now.score:
        return [*lines, "Graded again it earns the same."]
    lines.append(f"Graded again it would earn {amount(now.score)} of {amount(now.points)}.")
    if person["earned"] is not None:
        before, after = person["earned"], person["earned"] + now.score - row["score"]
        lines.append(f"All tasks together: {amount(after)} instead of {amount(before)}, before what lateness costs.")
    return lines
