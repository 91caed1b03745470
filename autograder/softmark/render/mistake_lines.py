"""Writes what is said of a mistake: its name, its line, or a hint.

Of a hidden check nothing comes through here but what the rubric allows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from ..content.rubric import HintLevel, Openness
from ..files.escape import one_line
from ..grading.check_result import CheckResult
from ..grading.result import ItemResult, Where
from ..locating.line_shown import may_show, sentence

_T = TypeVar("_T")


class Telling(Protocol):
    """How much a student is told; a Result says it."""

    @property
    def hidden(self) -> Openness: ...
    @property
    def hints(self) -> HintLevel: ...
    @property
    def handout(self) -> bool: ...


@dataclass(frozen=True)
class ReportLine:
    """One line of a report."""

    kind: Literal["pass", "fail", "open", "detail", "lost", "where", "mistake", "hint", "next"]
    text: str


def line_words(place: Where) -> str:
    """What is said of the line of a task."""
    return sentence(place.file, place.line, place.missing, place.sign)


def where_lines(item: ItemResult, result: Telling) -> list[ReportLine]:
    if item.status != "failed" or not may_show(result.hints):
        return []
    if item.where is None:
        return []
    code = one_line(item.where.text, limit=160)
    return [ReportLine("where", f"{line_words(item.where)}:"), ReportLine("where", f"    {item.where.line} | {code}")]


def mistakes(item: ItemResult, result: Telling) -> list[ReportLine]:
    """The recognised mistakes, each once, as far as the rubric lets students know."""
    failed = [check for check in item.checks if check.passed is False and check.for_students]
    if result.hints == "off" or not failed:
        return []
    if result.hints == "category":
        kinds = unique(one_line(check.category) for check in failed if check.category)
        return [ReportLine("mistake", f"Kind of mistake: {', '.join(kinds)}")] if kinds else []
    lines: list[ReportLine] = []
    for check in failed:
        if check.diagnosis and may_name(check, result.hidden):
            lines.append(ReportLine("mistake", f"Known mistake: {one_line(check.says or check.diagnosis, limit=300)}"))
        if check.hint and _may_hint(check, result.hidden):
            lines.append(ReportLine("hint", f"Hint: {one_line(check.hint, limit=400)}"))
    secret = {check.hint for check in failed if not _may_hint(check, result.hidden)}
    hints = [hint for hint in item.hints if hint not in secret]
    lines += [ReportLine("hint", f"Hint: {one_line(hint, limit=400)}") for hint in hints]
    return unique(lines)


def may_name(check: CheckResult, hidden: Openness) -> bool:
    return check.phase == "public" or hidden in ("full", "after")


def _may_hint(check: CheckResult, hidden: Openness) -> bool:
    return check.phase == "public" or hidden != "category"


def unique(values: Iterable[_T]) -> list[_T]:
    return list(dict.fromkeys(values))
