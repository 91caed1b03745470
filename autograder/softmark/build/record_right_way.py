"""Records the right way through every check: what the reference and all alternatives compute on public numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..content.course import Course
from ..content.known_answers import Answer
from ..grading.calls.participants import Worlds
from ..locating.fingerprints import SpreadFingerprints
from ..locating.right_way import RightWay
from ..locating.watched_calls import Tracer
from ..running.collect import Check, Checks
from ..running.trusted import Local, load
from .reference_words import Words

ALIKE = 0.97
"""Fingerprints that two recordings of one right way share at least: the rest is rounding on another processor."""


def make(course: Course, checks: Checks, worlds: Worlds) -> dict[str, RightWay]:
    """Check → its right way. Slow checks, gradients and random replies are not followed."""
    rubric = course.rubric
    ways: dict[str, RightWay] = {}
    fingerprints = SpreadFingerprints()
    solutions: list[tuple[Answer | None, Local, Tracer]] = [(None, *_watched(course, fingerprints))]
    solutions += [(answer, *_watched(course, fingerprints, answer)) for answer in course.alternatives]
    contract = [f"{item.file.removesuffix('.py')}.{name}" for item in rubric.items for name in item.names]
    words = Words(course.reference, contract)
    for item in rubric.items:
        near = {name for ident in (item.id, *rubric.prerequisites(item.id)) for name in rubric.item(ident).names}
        right = [one[1:] for one in solutions if one[0] is None or near & {*one[0].replaces()}]
        for check in checks.of(item.id) if not item.slow else ():
            if not check.by_pattern and not check.asks("grad"):  # the way back has no values to compare
                ways[check.name] = _way(course, checks, check, worlds, right, words)
                fingerprints.forget()
    return {check: way for check, way in ways.items() if way.values}


def _watched(course: Course, fingerprints: SpreadFingerprints, answer: Answer | None = None) -> tuple[Local, Tracer]:
    # only the reference is asked for its lines
    tracer = Tracer(frozenset(course.rubric.files if answer is None else ()), spread=fingerprints)
    return Local(load(course.trusted_sources(), [answer.overlay] if answer else []), follow=tracer), tracer


def _way(
    course: Course, checks: Checks, check: Check, worlds: Worlds, right: list[tuple[Local, Tracer]], words: Words
) -> RightWay:
    """The right way through one check. The first of the solutions is the reference, which has the words."""
    way = RightWay()
    for number, (world, tracer) in enumerate(right):
        tracer.calls.clear()
        finding = checks.run(check, worlds.against(course.rubric.public_key(), world))
        if finding.passed:
            for call in tracer.calls:
                way.add(call)
        if number == 0:
            way.words = words.of(tracer.calls)
    return way


def alike(old: Mapping[str, RightWay], new: Mapping[str, RightWay]) -> bool:
    """Whether two recordings are of the same ways."""
    if set(old) != set(new):
        return False
    if any(set(old[check].words.values()) != set(new[check].words.values()) for check in new):
        return False
    return all(_alike(set(old[check].values.items()), set(new[check].values.items())) for check in new)


def _alike(mine: set[Any], theirs: set[Any]) -> bool:
    return len(mine & theirs) >= ALIKE * len(mine | theirs)
