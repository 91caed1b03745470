"""Checks whether the line that students are shown holds the mistake, against lines that people marked with an arrow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import bank
from ..content.course import Course
from .audit import Audit
from .judged import Judged

NEAR = 1
"""Lines that a shown line may lie from a marked one: a loop's head and its first line are one mistake to a reader."""
KINDS = ("right", "wrong", "silent")


@dataclass(frozen=True)
class Held:
    """One known mistake, with the line that was shown for it."""

    verdict: Judged
    kind: str
    marked: tuple[int, ...]
    shown: tuple[str, ...]
    """The lines that were shown, as "attention.py line 12 | the line"."""


def held(course: Course, audit: Audit) -> list[Held]:
    """Every marked mistake that was caught; whether its values can be followed is in its verdict."""
    answers = {answer.name: answer for answer in course.known_mistakes}
    found = []
    for verdict in audit.wrong:
        answer = answers[verdict.names[0]]
        if verdict.lost_in_public and bank.marked(answer.source):
            marked = set(bank.marked(bank.laid_over(course.reference, answer)[answer.module]))
            found.append(_held(verdict, f"{answer.module}.py", course.laid_over(answer), marked))
    return found


def _held(verdict: Judged, file: str, texts: Mapping[str, str], marked: set[int]) -> Held:
    hits = [shown_in == file and any(abs(line - each) <= NEAR for each in marked) for shown_in, line in verdict.places]
    kind = "silent" if not hits else "right" if all(hits) else "wrong"
    shown = [f"{name} line {line} | {texts[name].splitlines()[line - 1].strip()}" for name, line in verdict.places]
    return Held(verdict, kind, tuple(sorted(marked)), tuple(shown))


def figures(found: Sequence[Held]) -> list[str]:
    """How often the line that was shown holds the mistake: where values can be followed, for answers that were named
    and for others; and of those without a line, why. What can be followed is decided by the kind of the checks."""
    lines = []
    for title, named in (("  of named answers:", True), ("  of unnamed answers:", False)):
        kinds = Counter(
            answer.kind for answer in found if answer.verdict.followed and bool(answer.verdict.named) is named
        )
        if whole := sum(kinds.values()):
            counts = ", ".join(f"{kind} {kinds[kind]} ({100 * kinds[kind] / whole:.1f}%)" for kind in KINDS)
            lines.append(f"{title:<29}{counts}")
    apart = Counter(answer.kind for answer in found if not answer.verdict.followed)
    if apart:
        counts = ", ".join(f"{kind} {apart[kind]}" for kind in KINDS)
        lines.append(f"{'  where none is followed:':<29}{counts}")
    for title, followed in (("silent, followed:", True), ("silent, not followed:", False)):
        silent = [answer.verdict for answer in found if answer.kind == "silent" and answer.verdict.followed is followed]
        for reason, number in Counter(verdict.silent or "no reason" for verdict in silent).most_common():
            lines.append(f"  {title:<27}{number} {reason}")
    return ["lines shown, compared with the marked ones, where values can be followed", *lines] if lines else []


def page(found: Sequence[Held]) -> str:
    """Every answer whose shown line is not a marked one."""
    wrong = [answer for answer in found if answer.kind == "wrong"]
    rows = [f"{len(wrong)} of {len(found)} known mistakes are shown at another line than the marked one.", ""]
    for answer in wrong:
        rows += [answer.verdict.title, f"    marked: line {', '.join(map(str, answer.marked))}"]
        rows += [f"    shown:  {place}" for place in answer.shown] + [""]
    return "\n".join(rows)
