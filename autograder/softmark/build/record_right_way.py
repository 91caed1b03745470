"""Records the right way through every check: what the reference and all alternatives compute on public numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..checks import values
from ..content.course import Course
from ..content.known_answers import Answer
from ..grading.calls.participants import Worlds
from ..locating import right_way
from ..locating.fingerprints import SpreadFingerprints, keys_of
from ..locating.right_way import RightWay
from ..locating.watched_calls import Tracer
from ..running.collect import Check, Checks
from ..running.trusted import Local, load

ALIKE = 0.97
"""Fingerprints that two recordings of one right way share at least: the rest is rounding on another processor."""


@dataclass
class RecordedWays:
    """What right solutions compute in the checks."""

    of: dict[str, RightWay] = field(default_factory=dict)
    computed: dict[str, set[int]] = field(default_factory=dict)
    """Check → the keys of every value in it: what an answer shares with a right one opens no lock."""


def make(course: Course, checks: Checks, worlds: Worlds) -> RecordedWays:
    """The way of every check. Slow checks, gradients and random replies are not followed."""
    rubric = course.rubric
    ways = RecordedWays()
    fingerprints = SpreadFingerprints()
    solutions: list[tuple[Answer | None, Local, Tracer]] = [(None, *_watched(course, fingerprints))]
    solutions += [(answer, *_watched(course, fingerprints, answer)) for answer in course.alternatives]
    for item in rubric.items:
        near = {name for ident in (item.id, *rubric.prerequisites(item.id)) for name in rubric.item(ident).names}
        right = [one[1:] for one in solutions if one[0] is None or near & {*one[0].replaces()}]
        for check in checks.of(item.id) if not item.slow else ():
            if not check.by_pattern and not check.asks("grad"):  # the way back has no values to compare
                _add(ways, course, checks, check, worlds, right)
                fingerprints.forget()
    return ways


def _watched(course: Course, fingerprints: SpreadFingerprints, answer: Answer | None = None) -> tuple[Local, Tracer]:
    tracer = Tracer(frozenset(), spread=fingerprints)
    return Local(load(course.trusted_sources(), [answer.overlay] if answer else []), follow=tracer), tracer


def _add(
    ways: RecordedWays, course: Course, checks: Checks, check: Check, worlds: Worlds, right: list[tuple[Local, Tracer]]
) -> None:
    """The right way through one check."""
    way, computed = RightWay(), set[int]()
    for world, tracer in right:
        tracer.calls.clear()
        finding = checks.run(check, worlds.against(course.rubric.public_key(), world))
        for call in tracer.calls if finding.passed else ():
            way.add(call)
            computed.update(call.keys)
    if way.tokens:
        ways.of[check.name], ways.computed[check.name] = way, computed


class AnswersSeen:
    """Keeps the keys of what calls return, while known mistakes are run; an Executor's `follow`."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self.openers: dict[str, set[int]] = {}
        """Check → the keys of answers that some known mistake gives in it."""

    def __call__(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        answer = call(*given, **named)
        self._seen.update(key for _, array in values.arrays_in(answer) for key in keys_of(array, spread=True))
        return answer

    def end(self, check: str) -> None:
        self.openers.setdefault(check, set()).update(self._seen)
        self._seen.clear()


def openers(ways: RecordedWays, answers: Mapping[str, Collection[int]]) -> dict[str, set[int]]:
    """Check → what opens its way: an answer that a known mistake gives and no right solution ever computes."""
    return {check: set(answers.get(check, ())) - ways.computed[check] for check in ways.of}


def alike(old: bytes, new: bytes) -> bool:
    """Whether two files hold the same ways, opened by the same answers."""
    mine, theirs = right_way.unpacked(old), right_way.unpacked(new)
    return set(mine) == set(theirs) and all(_alike(mine[part], theirs[part]) for part in theirs)


def _alike(mine: set[bytes], theirs: set[bytes]) -> bool:
    return len(mine & theirs) >= ALIKE * len(mine | theirs)
