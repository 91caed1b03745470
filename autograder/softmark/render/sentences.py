"""Writes the sentences that every renderer shares, so that a student reads the same report everywhere. Those about late
work come from policy/late.py.

This is also the gate: of a hidden check only its title, its safe sentence and the name of a known mistake come
through here, whatever else the result holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..checks.errors import NotWritten
from ..checks.points import amount, in_words
from ..checks.raised_words import meaning
from ..content.rubric import Openness
from ..files.escape import one_line, plain
from ..grading.check_result import CheckResult, ItemStatus
from ..grading.result import ItemResult, Result
from .mistake_lines import ReportLine, Telling, may_name, mistakes, unique, where_lines

_T = TypeVar("_T")

SYMBOLS: dict[ItemStatus, str] = {
    "passed": "✓",
    "failed": "✗",
    "not_written": "○",
    "rule_broken": "⊘",
    "not_checked": "?",
    "grader_error": "!",
}
WORDS: dict[ItemStatus, str] = {
    "passed": "passed",
    "failed": "not right yet",
    "not_written": "not written yet",
    "rule_broken": "rule broken",
    "not_checked": "not checked",
    "grader_error": "grader failed",
}


def name(item: ItemResult) -> str:
    """1.2 Scaled scores"""
    return one_line(f"{item.id} {item.title}") + (" (bonus)" if item.bonus else "")


def part_by_part(items: Iterable[ItemResult]) -> list[ItemResult]:
    """The tasks of each part together, so that its title stands once: a later task may be in an earlier file."""
    items = list(items)
    order = list(dict.fromkeys(item.part for item in items))
    return sorted(items, key=lambda item: order.index(item.part))


def verdict(item: ItemResult) -> str:
    """The one line that stands first."""
    scored = f"{SYMBOLS[item.status]} {amount(item.score)} of {amount(item.points)} points: "
    passed = sum(check.passed is True for check in item.checks)
    if item.status == "failed":
        if passed and not item.score and all(loss.foundation for loss in item.losses):
            return scored + "the first check fails, and the others depend on it."
        return scored + f"{passed} of {len(item.checks)} checks passed."
    if item.status == "rule_broken":
        return scored + "your code does something this task does not allow."
    if item.status == "not_checked":
        reached = f"{passed} of {len(item.checks)} checks passed, the rest was not reached."
        return scored + (reached if passed else "not checked.")
    if item.status == "grader_error":
        return scored + "the grader failed here. This is not your mistake; staff can see why."
    return scored + word(item) + "."


def word(item: ItemResult) -> str:
    """The verdict in a table."""
    return WORDS[item.status]


def report(item: ItemResult, result: Telling) -> list[ReportLine]:
    """What a student reads about one task, below its verdict: first what is wrong and where, then a hint, then one
    failed check in full and the others in a line each, and last what it costs."""
    if item.status == "not_written" and all(check.category == NotWritten.category for check in _wrong(item)):
        run = [f"Write it, then run: python check.py {item.id}"]
        return [*(ReportLine("next", text) for text in run), _where_to_read(item, result.handout)]
    about = mistakes(item, result)
    named = [line for line in about if line.kind == "mistake"]
    lines = named + where_lines(item, result) + [line for line in about if line not in named]
    lines += _checks(item, result.hidden)
    if item.carried:
        lines.append(ReportLine("next", plain(item.carried, lines=3)))
    if item.status in ("failed", "rule_broken"):
        lines += _next_steps(item, result)
    return lines + _lost(item)


@dataclass(frozen=True)
class Parts:
    """The same in parts, a line each, for whoever keeps them apart."""

    failed: str
    """The checks that failed."""
    detail: str
    """What happened in the first of them."""
    lost: str
    """What that cost."""


def in_parts(item: ItemResult, result: Telling) -> Parts:
    lines = report(item, result)
    return Parts(*("\n".join(line.text for line in lines if line.kind == kind) for kind in ("fail", "detail", "lost")))


def headline(result: Result) -> str:
    """92.5 of 100 points (5 of 5 bonus points included)."""
    text = f"{amount(result.final)} of {amount(result.points)} points"
    if result.final != result.score:
        text += f", {amount(result.score)} earned"
    if result.bonus_points:
        text += f" ({amount(result.bonus_score)} of {amount(result.bonus_points)} bonus points included)"
    return text


def circumstances(result: Result) -> list[str]:
    """What a student must know about the grade as a whole."""
    said = {
        "started": "The grader did not finish. This is not your mistake. Below is what it had checked by then.",
        "out_of_time": "The time for grading ran out. What had been checked by then counts.",
        "refused": "The grader did not run your code. This is not your mistake; staff can see why.",
        "grader_error": "The grader failed. This is not your mistake; staff can see why.",
    }.get(result.status)
    lines = [said] if said else []
    lines += [plain(result.late.sentence, limit=600, lines=4)] if result.late else []
    return lines + intake_notes(result)


_WHEN = {
    "after_due_date": "appear after the deadline",
    "after_published": "come when the course staff publish the grades",
    "hidden": "come from the course staff",
}


def veiled(result: Result) -> bool:
    """Whether the rubric keeps score and feedback from students for now."""
    if result.visibility == "after_due_date" and result.hidden == "after":
        return False  # graded after the deadline of everybody who is named with it
    return result.visibility != "visible"


def open_summary(result: Result) -> list[str]:
    """The total and everything about it, for whoever may know it."""
    return [f"{one_line(result.title)}: {headline(result)}", *circumstances(result)]


def summary(result: Result) -> list[str]:
    """What stands above the rows; under a veil only that the work arrived, which is all that may be known at once."""
    if not veiled(result):
        return open_summary(result)
    lines = [f"{one_line(result.title)}: your work has arrived."]
    lines.append(f"Score and feedback {_WHEN[result.visibility]}.")
    return lines + ([f"{result.late.when}."] if result.late else []) + intake_notes(result)


def intake_notes(result: Result) -> list[str]:
    """The sentences for the student that say nothing about points."""
    return [plain(text, limit=600, lines=4) for text in result.notes_for("student")[:30]]


def diagnoses(item: ItemResult) -> list[str]:
    """Names of the mistakes that were recognised, each once."""
    return unique(check.diagnosis for check in item.checks if check.diagnosis)


def _checks(item: ItemResult, hidden: Openness) -> list[ReportLine]:
    """Every check; the first that failed, and the first that has no verdict, with what happened there, and others in
    one line each."""
    shown = [(check, _check(check, hidden)) for check in item.checks if check.for_students]
    first = {lines[0].kind: lines for _, lines in reversed(shown)}
    in_full = {text for lines in first.values() for text in lines}
    lines = first.get("fail", [])[:]
    for check, said in shown:
        if said is first[said[0].kind]:
            lines += said if said[0].kind != "fail" else []
        else:
            lines.append(said[0] if in_full.issuperset(said[1:]) else _in_a_line(check, said))
    if staff_only := len(item.checks) - len(shown):
        more = "check is" if staff_only == 1 else "checks are"
        lines.append(ReportLine("next", f"{staff_only} more {more} for staff only."))
    return lines


def _in_a_line(check: CheckResult, said: Sequence[ReportLine]) -> ReportLine:
    """A further check that failed. Where its numbers are wrong, the first one has shown enough of them."""
    if check.passed is not False or check.category in ("values", "nan"):
        return said[0]
    return ReportLine(said[0].kind, one_line(f"{said[0].text.rstrip('.')}: {said[1].text}", limit=240))


def _check(check: CheckResult, hidden: Openness) -> list[ReportLine]:
    title = one_line(check.title)
    if check.passed is True:
        return [ReportLine("pass", f"✓ {title}")]
    said = student_message(check, hidden)
    if check.passed is False:
        return [ReportLine("fail", f"✗ {title}"), *_details(said), *_details(meaning(said))]
    return [ReportLine("open", f"? {title}"), *_details(said or "not reached")]


CHOSEN = {"raised": "your code raised an exception", "not loaded": "your code could not be loaded"}
"""Categories whose sentence a submission can choose among many: its line, its exception."""

KINDS = {
    "raised": "an exception is raised",
    "crashed": "your code ended the process that ran it",
    "property": "a property that the task asks for does not hold",
    "not loaded": "the file does not import; run it by itself to see why",
}
"""Categories in words that tell a student more than their own."""


def student_message(check: CheckResult, hidden: Openness = "full") -> str:
    """What a student may read about a check: numbers only where they are public."""
    if check.phase == "public":
        text = check.message or check.safe_message
        if check.line and check.line not in text:
            text += f" ({check.line})"
        return text
    if hidden in ("category", "hint") and check.passed is False:
        kind = KINDS.get(check.category) or one_line(check.category) or "values"
        return f"with the hidden numbers this fails; the kind of mistake: {kind}"
    text = check.safe_message or ("this fails" if check.passed is False else "")
    if hidden != "after" and check.category in CHOSEN:  # which one, and where, is up to code that has seen the numbers
        text = CHOSEN[check.category]
    return f"with the hidden numbers: {text}" if text else ""


def _wrong(item: ItemResult) -> list[CheckResult]:
    return [check for check in item.checks if check.passed is False]


def _lost(item: ItemResult) -> list[ReportLine]:
    """Every lost point with the sentence of the task that it was lost by."""
    shown = {check.name for check in item.checks if check.for_students}
    lines = []
    for loss in item.losses if item.status in ("failed", "not_written") else ():
        if shown.isdisjoint(loss.checks):
            lines.append(ReportLine("lost", f"Lost {amount(loss.points)} by checks that are for staff only."))
        else:
            said = f"{'Lost ' if loss.points else ''}{in_words(loss, item.id)}"
            lines.append(ReportLine("lost", one_line(said, limit=600)))
    return lines


def _details(message: str) -> list[ReportLine]:
    return [ReportLine("detail", row) for row in plain(message, limit=800, lines=14).split("\n") if row]


def _next_steps(item: ItemResult, result: Telling) -> list[ReportLine]:
    wrong = _wrong(item)
    if wrong and all(check.phase == "hidden" for check in wrong):
        run = "The public numbers pass. Read the task again: which sizes, dtypes or values does your code not expect?"
    else:
        first = ", once that is right" if item.carried else ""  # at home it waits till then
        run = f"See it by itself{first}: python check.py {item.id}"
    return [ReportLine("next", run), _where_to_read(item, result.handout, result.hidden)]


def _where_to_read(item: ItemResult, handout: bool, hidden: Openness = "full") -> ReportLine:
    if not handout:
        return ReportLine("next", f"Read the task again: its docstring in {item.file}")
    open_checks = [check for check in item.checks if may_name(check, hidden)]
    sections = unique(one_line(check.section) for check in open_checks if check.section) or [item.id]
    return ReportLine("next", f"Read in the handout: section {', '.join(sections)}")
