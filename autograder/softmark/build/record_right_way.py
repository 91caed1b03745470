"""Records the right way through every check: what the reference and all alternatives compute on public numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

from ..bank import Answer
from ..checks.fixtures import Finding
from ..content.course import Course
from ..grading.calls.participants import Worlds
from ..locating.fingerprints import SpreadFingerprints
from ..locating.right_way import RightWay
from ..locating.watched_calls import Tracer
from ..running.collect import Check, Checks
from ..running.trusted import FOLDER, Local, load, overlay

Solution = tuple[Answer | None, Local, Tracer]
EVERYTHING = "everything"
"""Where nobody knows what is called."""


def make(course: Course, checks: Checks, worlds: Worlds) -> dict[str, RightWay]:
    """Check → its way. Slow checks, gradients and random replies are not followed."""
    rubric = course.rubric
    ways: dict[str, RightWay] = {}
    fingerprints = SpreadFingerprints()
    solutions: list[Solution] = [(None, *_watched(course, fingerprints))]
    solutions += [(answer, *_watched(course, fingerprints, answer)) for answer in course.alternatives]
    for item in rubric.items:
        near = {name for ident in (item.id, *rubric.prerequisites(item.id)) for name in rubric.item(ident).names}
        right = [one for one in solutions if one[0] is None or near & {*one[0].replaces}]
        for check in checks.of(item.id) if not item.slow else ():
            if not check.by_pattern and not check.asks("grad"):  # the way back has no values to compare
                ways[check.name] = _way(course, checks, check, worlds, right)
                fingerprints.forget()
    return {check: way for check, way in ways.items() if way.tokens}


def _watched(course: Course, fingerprints: SpreadFingerprints, answer: Answer | None = None) -> tuple[Local, Tracer]:
    tracer = Tracer(frozenset(), spread=fingerprints)
    return Local(load(course.trusted_sources(), [overlay(answer)] if answer else []), follow=tracer), tracer


def _way(course: Course, checks: Checks, check: Check, worlds: Worlds, right: list[Solution]) -> RightWay:
    """The reference comes first: what replaces nothing that it comes through computes the same."""
    way, through = RightWay(), set[str]()
    for answer, world, tracer in right:
        if answer is not None and through.isdisjoint({EVERYTHING, *answer.replaces}):
            continue
        tracer.calls.clear()
        run = partial(checks.run, check, worlds.against(course.rubric.public_key(), world))
        finding = run() if answer else _listened(run, through)
        for call in tracer.calls if finding.passed else ():
            way.add(call)
    return way


def _listened(run: Callable[[], Finding], through: set[str]) -> Finding:
    """Run it, and note the functions of solutions that are called: "softmax", "LayerNorm.forward", "LayerNorm"."""

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(FOLDER):
            name = getattr(frame.f_code, "co_qualname", EVERYTHING)  # Python 3.10 does not know it
            through.update((name, name.partition(".")[0]))

    sys.setprofile(note)
    try:
        return run()
    finally:
        sys.setprofile(None)
