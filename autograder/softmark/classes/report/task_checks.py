"""Shows one task on the class page, opened: its sentences and their checks, and who fails each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...files.escape import one_line
from ...grading.check_result import NOT_WRITTEN, CheckResult
from ..entries import Graded


class _Check:
    """Who fails one check: with public numbers, or with hidden ones alone."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.public: list[int] = []
        self.hidden: list[int] = []


def of(rows: Sequence[Graded], items: Iterable[str]) -> list[list[Any]]:
    """For each task its sentences as [sentence, checks], each check as [name, title, who fails it, who only with hidden
    numbers]. Whoever has not written the task fails nothing here: the bar of the task tells of them."""
    found: dict[str, dict[str, dict[str, _Check]]] = {ident: {} for ident in items}
    for place, one in enumerate(rows):
        for item in one.result.items:
            sentences = found.get(item.id)
            if sentences is not None:
                _add(sentences, item.checks, place)
    return [
        [
            [
                one_line(sentence, limit=600),
                [
                    [one_line(name), one_line(check.title, limit=300), gaps(check.public), gaps(check.hidden)]
                    for name, check in checks.items()
                ],
            ]
            for sentence, checks in sentences.items()
        ]
        for sentences in found.values()
    ]


def _add(sentences: dict[str, dict[str, _Check]], checks: Sequence[CheckResult], place: int) -> None:
    for each in checks:
        known = sentences.setdefault(each.sentence, {})
        check = known.get(each.name)
        if check is None:
            check = known[each.name] = _Check(each.title)
        if each.passed is False and each.category != NOT_WRITTEN:
            mine = check.public if each.phase == "public" else check.hidden
            if place not in (*check.public[-1:], *mine[-1:]):  # rows come in order
                mine.append(place)


def gaps(places: Sequence[int]) -> list[int]:
    """Rising numbers as the first and then the differences: those are alike, and compress to less."""
    return [place - before for before, place in zip((0, *places), places, strict=False)]
