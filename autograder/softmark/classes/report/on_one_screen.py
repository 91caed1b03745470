"""Shows a regrade request on one screen, from the journal alone: verdict, what was lost, the line, expected and got,
the student's code around it, a draft of the answer. Nothing is graded again, so it is there at once, and no salt is
needed."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from ...files.escape import one_line, plain
from ...files.tables import TableError
from ...grading.check_result import CheckResult
from ...grading.result import ItemResult
from ...reading.rules import trees
from ...render import sentences
from ...render.say import typed
from ..entries import Entry, Graded
from . import regrade_requests
from .cohort import Cohort, name_of, names_of
from .same_person import Finder, people
from .task_details import draft

AROUND = 4
"""Lines of code before and after the one that is meant."""
DRAFT = 12
"""Lines of the answer; --full has all of them."""
SHOWN = ("lost", "staff", "where", "mistake")
"""Kinds of lines of a report; the code that "where" quotes is shown below anyway."""
_LINE = re.compile(r"^(?P<file>[\w./]+) line (?P<line>\d+)")


def found(cohort: Cohort, word: str) -> Graded:
    """The one submission that a name, an e-mail, a student number or an id means; TableError in words."""
    by_id = {submission.entry.id: submission for submission in cohort.graded}
    if word in by_id:
        return by_id[word]
    finder = Finder(people(cohort.graded))
    meant = finder.by_word(word) or _like(cohort.graded, word)
    if not meant and (word in {entry.id for entry in cohort.waiting} or _later(cohort, word)):
        raise TableError([f"“{one_line(word)}” handed in and is not graded yet: let `softmark batch` finish first"])
    if not meant:
        raise TableError(
            [f"nobody here is “{one_line(word)}”: give a name, an e-mail, a student number or a submission"]
        )
    if len(meant) > 1:
        who = "; ".join(f"{name_of(submission)} ({one_line(submission.entry.id)})" for submission in meant[:8])
        raise TableError([f"“{one_line(word)}” may be {who}: give an e-mail, a student number or a submission"])
    return meant[0]


def _like(graded: Sequence[Graded], word: str) -> list[Graded]:
    """Submissions that match a part of a name, as people say it."""
    return [one for one in graded if _sounds(one.entry, word)]


def _later(cohort: Cohort, word: str) -> list[Entry]:
    """The submissions without a grade yet that this word means."""
    finder = Finder((person, entry) for entry in cohort.waiting for person in entry.people)
    return finder.by_word(word) or [entry for entry in cohort.waiting if _sounds(entry, word)]


def _sounds(entry: Entry, word: str) -> bool:
    parts = word.casefold().split()
    return bool(parts) and all(part in names_of(entry).casefold() for part in parts)


def overview(one: Graded, out: Path) -> str:
    """Without a task: what was lost, task by task."""
    result = one.result
    lines = [f"{name_of(one)} ({one_line(one.entry.id)}): {sentences.headline(result)}"]
    lines += [f"  {text}" for text in sentences.circumstances(result)]
    lost = [item for item in result.items if item.score < item.points or item.decided is not None]
    lines += [f"  {item.id:5} {sentences.verdict(item)}" for item in lost] or ["  nothing is lost"]
    asked = [
        request
        for request in regrade_requests.read(out / regrade_requests.FILE)
        if one.entry.id in request.entries([one])
    ]
    lines += [f"  asked before: {request}" for request in asked]
    if lost:
        lines.append(f"next: {typed('explain', out, one_line(one.entry.id), lost[0].id)}")
    return "\n".join(lines) + "\n"


def screen(one: Graded, ident: str, out: Path, names: Sequence[str] = ()) -> str:
    """One task of one student; `names` are what the task writes."""
    row = one.result.item(ident)
    check = _telling(row)
    lines = [f"{name_of(one)} ({one_line(one.entry.id)})", f"{sentences.name(row)}: {sentences.verdict(row)}"]
    lines += [
        f"  {line.text}" for line in sentences.report(row, one.result) if line.kind in SHOWN and line.text[0] != " "
    ]
    if row.carried:
        lines.append(f"  {one_line(row.carried, limit=200)}")
    if check is not None:
        lines += ["", *_expected_and_got(check)]
    place = _place(row, check)
    if place is not None:
        lines += ["", *_code(one, *place, names)]
    lines += ["", "Draft of an answer (nothing hidden in it):"]
    answer = [f"    {text}" for text in draft(row, one.result) if text]
    lines += answer if len(answer) <= DRAFT else [*answer[: DRAFT - 1], f"    … {len(answer) - DRAFT + 1} lines more"]
    log = f"{_word(one)},{ident},(what was asked),(decided how),(who),(when)"
    lines += ["", f"all of it: {typed('explain', out, one_line(one.entry.id), ident, '--full')}"]
    lines += [f"log it in {out / regrade_requests.FILE}: {log}"]
    return "\n".join(lines) + "\n"


def _word(one: Graded) -> str:
    person = one.entry.people[0] if len(one.entry.people) == 1 else None
    return one_line((person.email or person.sid if person else "") or one.entry.id)


def _telling(row: ItemResult) -> CheckResult | None:
    """The failed check that tells the most: a public one, with numbers, first."""
    failed = [check for check in row.checks if check.passed is False]
    return min(failed, key=lambda check: (check.phase != "public", not (check.staff or check.message)), default=None)


def _expected_and_got(check: CheckResult) -> list[str]:
    said = plain(check.message or check.safe_message, limit=700, lines=8)
    staff = plain(check.staff, limit=900, lines=10) if check.staff and check.staff != check.message else ""
    lines = [
        f"✗ {one_line(check.title)} ({check.phase} numbers)",
        *(f"    {text}" for text in said.splitlines() if text),
    ]
    return lines + [f"    {text}" for text in staff.splitlines() if text and text not in said]


def _place(row: ItemResult, check: CheckResult | None) -> tuple[str, int] | None:
    """Where to look: where values went wrong, where it raised, or where the task begins."""
    if row.where is not None:
        return row.where.file, row.where.line
    match = _LINE.match(check.line) if check is not None and check.line else None
    if match:
        return match["file"], int(match["line"])
    return (row.file, 0) if row.file else None


def _begins(text: str, names: Sequence[str]) -> int:
    """The line where the work of the task's first function begins, below its docstring; 0 where it cannot be found."""
    tree = trees.parse(text)
    for name in names if tree is not None else ():
        found: ast.AST | None = tree
        for part in name.split("."):
            inside = getattr(found, "body", [])
            found = next((node for node in inside if getattr(node, "name", "") == part), None)
        if isinstance(found, ast.FunctionDef):
            body = found.body
            return body[1 if len(body) > 1 and ast.get_docstring(found, clean=False) else 0].lineno
    return 0


def _code(one: Graded, file: str, line: int, names: Sequence[str]) -> list[str]:
    text = one.files.get(file)
    if text is None:
        return [f"{one_line(file)} was not handed in"]
    rows = text.splitlines()
    first, last = max(1, line - AROUND), min(len(rows), line + AROUND)
    if not line:
        first = _begins(text, names)
        last = min(len(rows), first + 3 * AROUND) if first else 0
    if not last:
        return [f"code: {one_line(file)}, {len(rows)} lines"]
    return [f"{one_line(file)}:"] + [
        f"  {'>' if number == line else ' '} {number:4} {plain(rows[number - 1], limit=160, lines=1)}"
        for number in range(first, last + 1)
    ]
