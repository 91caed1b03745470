"""One task of a grade with everything that happened in it: for whoever answers a regrade request.

Staff read what was called, what was expected and what came, the line, the name of the mistake, and a draft of the
reply, in which no hidden number appears.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..checks import values
from ..checks.errors import NotLoaded
from ..checks.fixtures import Finding
from ..checks.request import Request
from ..checks.student import Reply
from ..checks.values import HandleRef
from ..files.escape import one_line, plain
from ..grading.grade import Grade
from ..grading.result import ItemResult, Result
from . import sentences
from .words.task import as_text

WHOLE, EDGE = 64, 2
"""An array of so many numbers is printed whole; of a larger one so many rows and columns at each end."""
AROUND = 4
"""Lines of code before and after the one that is meant."""
_LINE = re.compile(r"(?P<file>[\w./]+) line (?P<line>\d+)")


def explained(grade: Grade, ident: str, about: Sequence[str] = (), name: str = "", decided: str = "") -> str:
    """Everything about one task of a grade that was just made; `about` is what the class says of it, and `decided`
    what staff decided about it."""
    row = grade.result.item(ident)
    lines = [*about, f"{sentences.name(row)}: {sentences.verdict(row)}", ""]
    if not_loaded := _not_loaded(row, grade.result):
        lines += [*not_loaded, ""]
    else:
        lines += [row.carried, ""] if row.carried else []
        lines += _checks(grade, ident)
    lines += [*_line(grade, row), ""]
    lines += [
        "Draft of a reply (nothing hidden in it):",
        "",
        *(f"    {line}" for line in draft(row, grade.result, name, decided)),
    ]
    return "\n".join(lines) + "\n"


def draft(row: ItemResult, result: Result, name: str = "", decided: str = "") -> list[str]:
    """A reply to the student, from what a student may see."""
    hello = f"Hello {one_line(name)}," if name else "Hello,"
    lines = [hello, "", f"I looked at task {sentences.name(row)} again."]
    if decided or (not_loaded := _not_loaded(row, result)):
        return lines + ([plain(decided, limit=500)] if decided else not_loaded)
    if row.status == "passed":
        return [*lines, "All its checks pass, so nothing is missing there."]
    lines.append(plain(sentences.verdict(row), limit=500))
    return lines + plain(as_text(sentences.report(row, result)), limit=4000, lines=80).split("\n")


def _not_loaded(row: ItemResult, result: Result) -> list[str]:
    """Of a file that does not import only why, and what it costs: what its checks say is no news."""
    first = next((check for check in row.checks if check.passed is False), None)
    if first is None or first.category != NotLoaded.category:
        return []
    why = plain(sentences.student_message(first, result.hidden), limit=500)
    return [f"Its code in {row.file} could not be loaded, so it earns nothing:", why, "Mend this first."]


def _checks(grade: Grade, ident: str) -> list[str]:
    """Every check that did not pass on hidden numbers, and the same on public ones, where it fails there, too; the
    first with all that was sent and came."""
    seen = grade.seen[ident].failed if ident in grade.seen else {}
    hidden = [tape for tape in grade.tapes(ident) if tape.passed is not True]
    failed = [("public", seen[tape.check.name]) for tape in hidden if tape.check.name in seen]
    failed += [("hidden", tape) for tape in hidden]
    lines: list[str] = []
    for place, (numbers, tape) in enumerate(failed):
        sign = "✗" if tape.passed is False else "?"
        lines += [f"{sign} {tape.check.title}", f"  {tape.check.name}, {numbers} numbers"]
        lines += [f"  {tape.says}", *(_called(tape.finding) if place == 0 and tape.finding else []), ""]
    return lines or ["Every check of this task passed.", ""]


def _called(finding: Finding) -> list[str]:
    """What was called, with what, what came and what was expected."""
    lines: list[str] = []
    if finding.log.replies:
        last = finding.log.replies[-1]
        lines.append(f"  the call: {last.op} {_callee(finding.log.replies, last.target)}")
        lines += list(_arguments(last.request)) if last.request is not None else []
        lines += _value("  got", last.outcome.value) if last.outcome is not None else []
    if finding.expected.replies and finding.expected.replies[-1].outcome is not None:
        lines += _value("  expected", finding.expected.replies[-1].outcome.value)
    if finding.staff and finding.staff != finding.public:
        lines += ["  for staff:", *(f"    {line}" for line in plain(finding.staff, limit=3000).splitlines())]
    return lines


def _arguments(request: Request) -> Iterator[str]:
    named = [(f"argument {place}", part) for place, part in enumerate(request.args, 1)]
    for name, part in [*named, *request.kwargs.items()]:
        yield from _value(f"  {name}", part)


def _value(label: str, value: Any) -> list[str]:
    arrays = values.arrays_in(value)
    if not arrays:
        return [f"{label}: {one_line(str(value))}"]
    lines = []
    for place, array in arrays:
        lines.append(f"{label}{place}: {values.dtype_name(array)} {values.shape_of(array)}")
        if values.device_name(array) != "meta":
            with np.printoptions(precision=5, suppress=True, edgeitems=EDGE, threshold=WHOLE, linewidth=100):
                lines += [f"      {line}" for line in str(values.as_numpy(array)).splitlines()[:60]]
    return lines


def _callee(replies: Sequence[Reply], target: str) -> str:
    """The name of what was called; a method by the class that the check made."""
    head, _, method = target.partition(".")
    if not head.startswith("#"):
        return target
    made = [reply.target for reply in replies if reply.outcome and isinstance(reply.outcome.value, HandleRef)]
    number = int(head[1:])
    return f"{made[number] if number < len(made) else 'the module'}.{method or 'forward'}"


def _line(grade: Grade, row: ItemResult) -> list[str]:
    """The line that is meant, with the code around it: where values went wrong, or where it raised."""
    raised = (_LINE.match(check.line) for check in row.checks if check.passed is False and check.line)
    at = next((match for match in raised if match), None)
    if row.where is not None:
        return [f"{sentences.line_words(row.where)}:", *_code(grade, row.where.file, row.where.line)]
    if at is not None:
        return [f"{one_line(at[0])}:", *_code(grade, at["file"], int(at["line"]))]
    return [f"No line is shown: {row.silent}."] if row.silent else []


def _code(grade: Grade, file: str, line: int) -> list[str]:
    rows = grade.submission.files.get(file, "").splitlines()
    first, last = max(1, line - AROUND), min(len(rows), line + AROUND)
    return [
        f"  {'>' if number == line else ' '} {number:4} {plain(rows[number - 1], limit=160, lines=1)}"
        for number in range(first, last + 1)
    ]
