"""Records the right way through every check: what the reference and all alternatives compute on public numbers."""

from __future__ import annotations

from ..bank import Answer
from ..content.course import Course
from ..grading.calls.participants import Worlds
from ..locating.fingerprints import SpreadFingerprints
from ..locating.right_way import RightWay
from ..locating.watched_calls import Tracer
from ..running.collect import Check, Checks
from ..running.trusted import Local, load, overlay


def make(course: Course, checks: Checks, worlds: Worlds) -> dict[str, RightWay]:
    """Check → its way. Slow checks, gradients and random replies are not followed."""
    rubric = course.rubric
    ways: dict[str, RightWay] = {}
    fingerprints = SpreadFingerprints()
    solutions: list[tuple[Answer | None, Local, Tracer]] = [(None, *_watched(course, fingerprints))]
    solutions += [(answer, *_watched(course, fingerprints, answer)) for answer in course.alternatives]
    for item in rubric.items:
        near = {name for ident in (item.id, *rubric.prerequisites(item.id)) for name in rubric.item(ident).names}
        right = [one[1:] for one in solutions if one[0] is None or near & {*one[0].replaces}]
        for check in checks.of(item.id) if not item.slow else ():
            if not check.by_pattern and not check.asks("grad"):  # the way back has no values to compare
                ways[check.name] = _way(course, checks, check, worlds, right)
                fingerprints.forget()
    return {check: way for check, way in ways.items() if way.tokens}


def _watched(course: Course, fingerprints: SpreadFingerprints, answer: Answer | None = None) -> tuple[Local, Tracer]:
    tracer = Tracer(frozenset(), spread=fingerprints)
    return Local(load(course.trusted_sources(), [overlay(answer)] if answer else []), follow=tracer), tracer


def _way(course: Course, checks: Checks, check: Check, worlds: Worlds, right: list[tuple[Local, Tracer]]) -> RightWay:
    way = RightWay()
    for world, tracer in right:
        tracer.calls.clear()
        finding = checks.run(check, worlds.against(course.rubric.public_key(), world))
        for call in tracer.calls if finding.passed else ():
            way.add(call)
    return way
