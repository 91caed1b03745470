"""Records the right way through every check: what the reference and all alternatives compute on public numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..bank import Answer
from ..checks import values
from ..content.course import Course
from ..grading.calls.participants import Worlds
from ..locating import right_way
from ..locating.fingerprints import SpreadFingerprints, keys_of
from ..locating.operations_seen import REARRANGE, OperationsSeen
from ..locating.right_way import RightWay
from ..locating.watched_calls import GIVEN, Tracer
from ..running.collect import Check, Checks
from ..running.trusted import Local, load, overlay

LONG = 4
"""Different operations. An answer of fewer is soon found by trying: it opens a way only where a right answer has fewer,
too, and would be found in the same time."""
ALIKE = 0.97
"""Fingerprints that two recordings of one right way share at least: the rest is rounding on another processor."""


@dataclass
class RecordedWays:
    """What right solutions compute in the checks."""

    of: dict[str, RightWay] = field(default_factory=dict)
    public: dict[str, set[int]] = field(default_factory=dict)
    """Check → the keys of what it gives and of right answers to it: students have both, so they open no lock."""
    lengths: dict[str, int] = field(default_factory=dict)
    """Check → how many different operations the reference takes."""


def make(course: Course, checks: Checks, worlds: Worlds) -> RecordedWays:
    """The way of every check. Slow checks, gradients and random replies are not followed."""
    rubric = course.rubric
    ways = RecordedWays()
    fingerprints = SpreadFingerprints()
    solutions: list[tuple[Answer | None, Local, Tracer]] = [(None, *_watched(course, fingerprints))]
    solutions += [(answer, *_watched(course, fingerprints, answer)) for answer in course.alternatives]
    for item in rubric.items:
        near = {name for ident in (item.id, *rubric.prerequisites(item.id)) for name in rubric.item(ident).names}
        right = [one[1:] for one in solutions if one[0] is None or near & {*one[0].replaces}]
        for check in checks.of(item.id) if not item.slow else ():
            if not check.by_pattern and not check.asks("grad"):  # the way back has no values to compare
                _add(ways, course, checks, check, worlds, right)
                fingerprints.forget()
    return ways


def _watched(course: Course, fingerprints: SpreadFingerprints, answer: Answer | None = None) -> tuple[Local, Tracer]:
    tracer = Tracer(frozenset(), spread=fingerprints)
    return Local(load(course.trusted_sources(), [overlay(answer)] if answer else []), follow=tracer), tracer


def _add(
    ways: RecordedWays, course: Course, checks: Checks, check: Check, worlds: Worlds, right: list[tuple[Local, Tracer]]
) -> None:
    """The right way through one check."""
    way, public, length = RightWay(), set[int](), 0
    for number, (world, tracer) in enumerate(right):
        tracer.calls.clear()
        finding = checks.run(check, worlds.against(course.rubric.public_key(), world))
        for call in tracer.calls if finding.passed else ():
            way.add(call)
            public.update(call.keys)
            if number == 0:
                length = max(length, len({step.op for step in call.steps} - {GIVEN} - REARRANGE))
    if way.tokens:
        ways.of[check.name], ways.public[check.name], ways.lengths[check.name] = way, public, length


class AnswersSeen:
    """Keeps the keys of what calls return, while known mistakes are run; an Executor's `follow`."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._operations = OperationsSeen()
        self.answers: dict[str, dict[int, int]] = {}
        """Check → the keys of answers that some known mistake gives in it, each with how many operations it took."""

    def __call__(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        answer = self._operations(call, *given, **named)
        keys = (key for _, array in values.arrays_in(answer) for key in keys_of(array, spread=True))
        self._seen.update(dict.fromkeys(keys, len(self._operations.names)))
        return answer

    def end(self, check: str) -> None:
        before = self.answers.setdefault(check, {})
        before |= {key: min(count, before.get(key, count)) for key, count in self._seen.items()}
        self._seen.clear()


def openers(ways: RecordedWays, answers: Mapping[str, Mapping[int, int]]) -> dict[str, set[int]]:
    """Check → what opens its way: an answer that a known mistake gives, that students do not have already, and that is
    not found by trying long before a right one is."""
    found = {}
    for check, length in ways.lengths.items():
        known = answers.get(check, {})
        found[check] = {key for key, count in known.items() if length < LONG or count >= LONG} - ways.public[check]
    return found


def alike(old: bytes, new: bytes) -> bool:
    """Whether two files hold the same ways, opened by the same answers."""
    mine, theirs = right_way.unpacked(old), right_way.unpacked(new)
    return set(mine) == set(theirs) and all(_alike(mine[part], theirs[part]) for part in theirs)


def _alike(mine: Collection[int | bytes], theirs: Collection[int | bytes]) -> bool:
    return len({*mine} & {*theirs}) >= ALIKE * len({*mine, *theirs})
