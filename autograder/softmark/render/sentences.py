"""Says what a result says, for everybody who reads one: the gate before `words/`, and the sentences about a grade as a
whole. Those about late work come from policy/late.py.

Of a hidden check only its title, its safe sentence and the name of a known mistake come through the gate, as far as the
rubric allows, whatever else the result holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ..checks.errors import NotWritten
from ..checks.points import Loss, amount, counted, total
from ..content.rubric import HintLevel, Openness
from ..core import result as core
from ..core.result import Row, Shown
from ..files.escape import one_line, plain
from ..grading.check_result import RULE, CheckResult, ItemStatus
from ..grading.result import ItemResult, Result, Where
from ..locating.line_shown import may_show, sentence
from .words.task import GRADER_FAILED, LOOK, Line, about

STATES: Mapping[ItemStatus, str] = {
    "passed": core.PASSED,
    "failed": core.WRONG,
    "not_written": core.NOT_WRITTEN,
    "rule_broken": core.RULE_BROKEN,
    "not_checked": core.NOT_CHECKED,
    "grader_error": GRADER_FAILED,
}


class Telling(Protocol):
    """How much a student is told; a Result says it."""

    @property
    def hidden(self) -> Openness: ...
    @property
    def hints(self) -> HintLevel: ...
    @property
    def handout(self) -> bool: ...


# One task ---------------------------------------------------------------------------------------------------------


def name(item: ItemResult) -> str:
    """1.2 Scaled scores"""
    return one_line(f"{item.id} {item.title}") + (" (bonus)" if item.bonus else "")


def verdict(item: ItemResult) -> str:
    """The one line that stands first."""
    state = STATES[item.status]
    scored = f"{LOOK[state][0]} {amount(item.score)} of {amount(item.points)} points: "
    passed = sum(check.passed is True for check in item.checks)
    if item.status == "failed":
        return scored + f"{passed} of {len(item.checks)} checks passed."
    if item.status == "rule_broken":
        return scored + "your code does something this task does not allow."
    if item.status == "not_checked":
        reached = f"{passed} of {len(item.checks)} checks passed, the rest was not reached."
        return scored + (reached if passed else "not checked.")
    if item.status == "grader_error":
        return scored + "the grader failed here. This is not your mistake; staff can see why."
    return scored + state + "."


def report(item: ItemResult, result: Telling) -> list[Line]:
    """What a student reads about one task, below its verdict."""
    wrong = [check for check in item.checks if check.passed is False]
    if item.status == "not_written" and all(check.category == NotWritten.category for check in wrong):
        return [Line("next", f"write it, then run  python check.py {item.id}"), _where_to_read(item, result)]
    lines = about(_row(item, result), where=_where(item, result))
    if secret := total(loss.points for loss in item.losses if _is_secret(loss, item)):
        lines.append(Line("costs", f"{counted(secret)}, by checks that are for staff only"))
    if staff_only := sum(not check.for_students for check in item.checks):
        more = "check is" if staff_only == 1 else "checks are"
        lines.append(Line("note", f"{staff_only} more {more} for staff only."))
    lines += [Line("note", plain(item.carried, lines=3))] if item.carried else []
    if item.status in ("failed", "rule_broken"):
        lines += [Line("next", _next(item, wrong)), _where_to_read(item, result)]
    return lines


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
    parts = (("check", "also fails"), ("rule", "wrong", "result", "means"), ("costs",))
    return Parts(*("\n".join(line.text for line in lines if line.label in labels) for labels in parts))


def line_words(place: Where) -> str:
    """What is said of the line of a task."""
    return sentence(place.file, place.line, place.missing, place.sign)


def diagnoses(item: ItemResult) -> list[str]:
    """Names of the mistakes that were recognised, each once."""
    return list(dict.fromkeys(check.diagnosis for check in item.checks if check.diagnosis))


# The gate ---------------------------------------------------------------------------------------------------------


def _row(item: ItemResult, result: Telling) -> Row:
    """As much of it as its student may read."""
    checks = [check for check in item.checks if check.for_students]
    wrong = [check for check in checks if check.passed is False]
    losses = [loss for loss in item.losses if item.status == "failed" and not _is_secret(loss, item)]
    row = Row(
        *(item.id, item.points, item.score, STATES[item.status]),
        lost=tuple(loss for loss in losses if loss.reached),
        rest=tuple(loss for loss in losses if not loss.reached),
        broken=tuple(_escaped(check, result) for check in wrong if check.category == RULE),
        checks=tuple(_shown(check, result) for check in checks if check.category != RULE),
    )
    if result.hints == "category":
        kinds = dict.fromkeys(one_line(check.category) for check in wrong if check.category)
        return replace(row, says=f"its kind is {', '.join(kinds)}" if kinds else "")
    if result.hints == "off" or not wrong:
        return row
    known = next((check for check in wrong if check.diagnosis and _may_name(check, result.hidden)), None)
    row = replace(row, hint=_hint(item, wrong, result.hidden))
    return (
        replace(row, mistake=known.diagnosis, says=one_line(known.says or known.diagnosis or "", limit=300))
        if known
        else row
    )


def _is_secret(loss: Loss, item: ItemResult) -> bool:
    """Whether only checks for staff show it. What was not reached has no check to show yet."""
    return loss.reached and not any(check.for_students for check in item.checks if check.name in loss.checks)


def _hint(item: ItemResult, wrong: Sequence[CheckResult], hidden: Openness) -> str:
    """Each hint once. One that belongs to a check which may give none is not given by another way, either."""
    secret = {check.hint for check in wrong if check.phase != "public" and hidden == "category"}
    hints = dict.fromkeys([*(check.hint for check in wrong), *item.hints])
    return "\n".join(one_line(hint, limit=400) for hint in hints if hint and hint not in secret)


def _may_name(check: CheckResult, hidden: Openness) -> bool:
    return check.phase == "public" or hidden in ("full", "after")


def _shown(check: CheckResult, result: Telling) -> Shown:
    says = "" if check.passed else _escaped(check, result)
    return Shown(check.name, one_line(check.title), check.passed, check.category, says)


def _escaped(check: CheckResult, result: Telling) -> str:
    return plain(student_message(check, result.hidden), limit=800, lines=14)


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


def _where(item: ItemResult, result: Telling) -> list[Line]:
    if item.status != "failed" or item.where is None or not may_show(result.hints):
        return []
    code = f"{item.where.line} | {one_line(item.where.text, limit=160)}"
    return [Line("where", f"{line_words(item.where)}:"), Line("", code, "code")]


def _next(item: ItemResult, wrong: Sequence[CheckResult]) -> str:
    if wrong and all(check.phase == "hidden" for check in wrong):
        return "the public numbers pass: read the task again. Which sizes, dtypes or values does your code not expect?"
    first = ", once that is right" if item.carried else ""  # at home it waits till then
    return f"see it by itself{first}: python check.py {item.id}"


def _where_to_read(item: ItemResult, result: Telling) -> Line:
    if not result.handout:
        return Line("read", f"its docstring in {item.file}")
    named = [check.section for check in item.checks if check.section and _may_name(check, result.hidden)]
    sections = dict.fromkeys(map(one_line, named)) or [item.id]
    return Line("read", f"handout, section {', '.join(sections)}")


# The grade as a whole -----------------------------------------------------------------------------------------------


def part_by_part(items: Iterable[ItemResult]) -> list[ItemResult]:
    """The tasks of each part together, so that its title stands once: a later task may be in an earlier file."""
    items = list(items)
    order = list(dict.fromkeys(item.part for item in items))
    return sorted(items, key=lambda item: order.index(item.part))


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
