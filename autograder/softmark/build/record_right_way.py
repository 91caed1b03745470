"""Records the right way through every check: what the reference and all alternatives compute on public numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

from ..bank import Answer
from ..content.course import Course
from ..core.bench import Bench
from ..core.program import Local
from ..core.recording import Numbers
from ..core.tape import Tape
from ..locating.right_way import RightWay
from ..locating.watched_calls import Tracer
from ..running.collect import Check
from ..running.execute import Executor
from ..running.trusted import FOLDER, load, overlay
from .known_code import KnownCode

Solution = tuple[Answer | None, Local, Tracer]
EVERYTHING = "everything"
"""Where nobody knows what is called."""


def make(known: KnownCode, numbers: Numbers) -> dict[str, RightWay]:
    """Check → its way. Slow checks, gradients and random replies are not followed, nor is anything but torch."""
    if known.course.rubric.framework != "torch":
        return {}
    followed = [check for check in known.checks if _is_followed(known, check)]
    solutions = [_watched(known.course, answer) for answer in (None, *known.course.alternatives)]

    def tokens(check: Check) -> set[int]:
        return _way(known.bench(numbers), check, [one for one in solutions if _is_near(known, check, one[0])]).tokens

    made = known.each(tokens, followed, "records right solutions")
    return {check.name: RightWay(found) for check, found in zip(followed, made, strict=True) if found}


def _is_followed(known: KnownCode, check: Check) -> bool:
    """The way back has no values to compare."""
    return not (known.assignment.by_id[check.item].slow or check.by_pattern or check.asks("grad"))


def _is_near(known: KnownCode, check: Check, answer: Answer | None) -> bool:
    """Whether a right solution can have anything to do with the task."""
    rubric = known.course.rubric
    near = {name for ident in (check.item, *rubric.prerequisites(check.item)) for name in rubric.item(ident).names}
    return answer is None or bool(near & {*answer.replaces})


def _watched(course: Course, answer: Answer | None) -> Solution:
    executor = Executor(load(course.trusted_sources(), [overlay(answer)] if answer else []))
    executor.follow = tracer = Tracer(frozenset(), as_right=True)
    return answer, Local(executor), tracer


def _way(bench: Bench, check: Check, right: list[Solution]) -> RightWay:
    """The reference comes first: what replaces nothing that it comes through computes the same."""
    way, through = RightWay(), set[str]()
    for answer, program, tracer in right:
        if answer is not None and through.isdisjoint({EVERYTHING, *answer.replaces}):
            continue
        tracer.calls.clear()
        run = partial(bench.make, [check], program, False)
        (tape,) = run() if answer else _listened(run, through)
        for call in tracer.calls if tape.passed else ():
            way.add(call)
    return way


def _listened(run: Callable[[], list[Tape]], through: set[str]) -> list[Tape]:
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
