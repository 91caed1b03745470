"""Writes results for Classroom 50: whole points for each task, and the text that students read. The bundle's
autograder.py adds the rest.

Its gradebook takes whole numbers only. Points are shared out by the largest remainder, so that the sum of the tests is
the score without its fraction; a task that is not full never becomes full by it. Bonus points stand in a field `bonus`
of their test, with 0 of 0 points: a score above the maximum is nothing that the platform speaks of.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...checks.errors import GraderFault
from ...files.escape import plain
from ...grading.result import ItemResult, Result
from .. import sentences
from .kit import Kit

_MESSAGE_LIMIT = 2000
_BODY_LIMIT = 60_000
FILE = "classroom50.json"


def render(result: Result) -> dict[str, Any]:
    """`score`, `max-score` and `tests` as result.json has them, and `release-body`."""
    rows = [] if sentences.veiled(result) else list(result.items)
    counted = [item for item in rows if not item.bonus]
    most = shared([_exact(item.points) for item in counted], math.floor(sum(_exact(item.points) for item in counted)))
    whole = dict(zip((item.id for item in counted), zip(_scores(counted, most), most, strict=True), strict=True))
    tests = [_test(item, result, *whole.get(item.id, (0, 0))) for item in rows]
    return {
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
        "release-body": _body(result),
    }


def to_json(result: Result) -> str:
    return json.dumps(render(result), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


write = to_json


def shared(parts: Sequence[Fraction], total: int, caps: Sequence[int] | None = None) -> list[int]:
    """Whole numbers that add up to `total` (less where caps forbid it): floors, then the largest remainders."""
    limits = caps if caps is not None else [math.ceil(part) for part in parts]
    found = [min(math.floor(part), cap) for part, cap in zip(parts, limits, strict=True)]
    order = sorted(range(len(parts)), key=lambda i: (math.floor(parts[i]) - parts[i], i))
    for i in order:
        if sum(found) < total and found[i] < min(limits[i], math.ceil(parts[i])):
            found[i] += 1
    return found


def _scores(items: Sequence[ItemResult], most: Sequence[int]) -> list[int]:
    """Whole points for each task. Full tasks are full; no other becomes so."""
    full = [_is_full(item) for item in items]
    parts = [
        Fraction(cap) if done else _exact(item.score) / (_exact(item.points) or 1) * cap
        for item, cap, done in zip(items, most, full, strict=True)
    ]
    caps = [cap if done else max(0, cap - 1) for cap, done in zip(most, full, strict=True)]
    return shared(parts, math.floor(sum(parts)), caps)


def _exact(points: float) -> Fraction:
    return Fraction(repr(points))


def _is_full(item: ItemResult) -> bool:
    return item.score >= item.points and item.status == "passed"


def _test(item: ItemResult, result: Result, score: int, most: int) -> dict[str, Any]:
    rows = [sentences.verdict(item), *(line.text for line in sentences.report(item, result))]
    found = {
        "test-name": sentences.name(item),
        "passed": _is_full(item),
        "score": score,
        "max-score": most,
        "exact": item.score,
        "message": plain("\n".join(rows), limit=_MESSAGE_LIMIT, lines=60),
    }
    return {**found, "bonus": item.score} if item.bonus else found


def _body(result: Result) -> str:
    """Markdown in which nothing of a student's is Markdown: everything is indented."""
    lines = [*sentences.summary(result), ""]
    if not sentences.veiled(result):
        for item in result.items:
            lines += [f"{sentences.name(item)}", f"  {sentences.verdict(item)}"]
            lines += [f"    {line.text}" for line in sentences.report(item, result)]
    text = plain("\n".join(lines), limit=_BODY_LIMIT, lines=2000)
    return "\n".join(f"    {line}" for line in text.split("\n")) + "\n"


ABOUT = "for Classroom 50; students can read what is in it"


def package(kit: Kit) -> dict[str, bytes]:
    """What goes to CLASSROOM/autograders/ASSIGNMENT.

    The platform hands it to a job in the student's repository, whose workflow the student may edit. So all that is in
    it counts as read by students. Whatever is secret stays here; hidden numbers are for `softmark batch` on staff's own
    machine.
    """
    if kit.rubric.visibility != "open":
        raise GraderFault(
            f"Classroom 50 shows students everything at once, and the rubric's visibility is "
            f"{kit.rubric.visibility}: set it to open, or take classroom50 out of platforms"
        )
    files = {**kit.open_grader(), "autograder.py": kit.shipped("classroom50/autograder.py")}
    return {f"classroom50/{name}": data for name, data in files.items()}
