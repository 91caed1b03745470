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
EXACT, BESIDE, WRONG, SILENT = "exact", "one line off", "wrong", "silent"


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
    off = [min(abs(line - each) for each in marked) if name == file else NEAR + 1 for name, line in verdict.places]
    kind = (EXACT, BESIDE, WRONG)[min(max(off), NEAR + 1)] if off else SILENT
    shown = [f"{name} line {line} | {texts[name].splitlines()[line - 1].strip()}" for name, line in verdict.places]
    return Held(verdict, kind, tuple(sorted(marked)), tuple(shown))


def figures(found: Sequence[Held]) -> list[str]:
    """How often the line that was shown holds the mistake: where values can be followed, and where not; and of those
    without a line, why. What can be followed is decided by the kind of the checks."""
    lines = ["lines shown, compared with the marked ones"] if found else []
    for title, followed in (("where values can be followed", True), ("where they cannot", False)):
        if among := [answer for answer in found if answer.verdict.followed is followed]:
            kinds = Counter(answer.kind for answer in among)
            right = kinds[EXACT] + kinds[BESIDE]
            lines.append(
                f"  {title}: right {right} of {len(among)} ({100 * right / len(among):.1f}%; {EXACT} {kinds[EXACT]}, "
                f"{BESIDE} {kinds[BESIDE]}), {WRONG} {kinds[WRONG]}, {SILENT} {kinds[SILENT]}"
            )
            reasons = Counter(answer.verdict.silent or "no reason" for answer in among if answer.kind == SILENT)
            lines += [f"    {SILENT}: {number} {reason}" for reason, number in reasons.most_common()]
    return lines


def page(found: Sequence[Held]) -> str:
    """Every answer whose shown line is not a marked one."""
    wrong = [answer for answer in found if answer.kind == WRONG]
    rows = [f"{len(wrong)} of {len(found)} known mistakes are shown at another line than the marked one.", ""]
    for answer in wrong:
        rows += [answer.verdict.title, f"    marked: line {', '.join(map(str, answer.marked))}"]
        rows += [f"    shown:  {place}" for place in answer.shown] + [""]
    return "\n".join(rows)
