"""The name of a mistake is a look-up: the same checks pass and fail, and the failed replies agree.

Compared are the checks that ran on both sides. Where no name fits everything, the failed checks about one habit (one
leading dimension, one dtype) are left aside, then those about all: whoever has a habit fails them by that, whatever
else is wrong. Two mistakes that fit alike name none: silent rather than wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..checks.trace import Trace
from ..running.recording import KnownMistake
from .alike import agree, drawn_alike, is_summary
from .tape import RAISED, Tape

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
Agree = Callable[[Any, Any], bool]


def name_of(tapes: Sequence[Tape], known: Iterable[KnownMistake]) -> KnownMistake | None:
    """The one known mistake that does what these tapes of one task show, or None. Which way a result stopped being
    finite counts only where that tells two mistakes apart."""
    ran = [tape for tape in tapes if tape.passed is not None and not tape.unwritten]
    possible = [each for each in known if ran and ran[0].check.item in each.items]
    for shown in _with_habits_and_without(ran):
        for alike in (_alike, _finite_alike):
            fitting = [each for each in possible if _fits(shown, each, alike)]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
    return None


def _with_habits_and_without(tapes: Sequence[Tape]) -> Iterator[Sequence[Tape]]:
    yield tapes
    failed = [tape for tape in tapes if not tape.passed]
    habits = list(dict.fromkeys(tape.check.habit for tape in failed if tape.check.habit))
    for aside in [*([habit] for habit in habits), *([habits] if len(habits) > 1 else [])]:
        by_habit = {tape.check.name for tape in failed if tape.check.habit in aside}
        # a result of another dtype is the habit's, whatever the check is about
        dtypes = any(tape.kind == "dtype" for tape in failed if tape.check.name in by_habit)
        by_habit |= {tape.check.name for tape in failed if dtypes and tape.kind == "dtype"}
        yield [tape for tape in tapes if tape.check.name not in by_habit]


def _fits(tapes: Sequence[Tape], mistake: KnownMistake, alike: Agree) -> bool:
    """Whether it is the same in every check that ran on both sides, and fails one of them."""
    pairs = [(tape, mistake.traces[tape.check.name]) for tape in tapes if tape.check.name in mistake.traces]
    return any(not tape.passed for tape, _ in pairs) and all(_same(tape, theirs, alike) for tape, theirs in pairs)


def _same(tape: Tape, theirs: Trace, alike: Agree) -> bool:
    if tape.passed or theirs.passed:
        return bool(tape.passed) == theirs.passed
    if tape.check.by_pattern:  # what is drawn differs; how often each comes up does not
        return (tape.kind == RAISED) == (theirs.kind == RAISED) and drawn_alike(tape.signature, theirs.fingerprints)
    mine = tape.signature
    return len(mine) == len(theirs.fingerprints) and all(
        alike(a, b) for a, b in zip(mine, theirs.fingerprints, strict=True)
    )


def _alike(mine: Any, theirs: Any) -> bool:
    """Whether two replies are the same; of two exceptions their kind and their numbers, not their words."""
    if mine[0] == theirs[0] == "failed":
        return list(mine[1:3]) == list(theirs[1:3]) and _NUMBER.findall(mine[3]) == _NUMBER.findall(theirs[3])
    return agree(mine, theirs)


def _finite_alike(mine: Any, theirs: Any) -> bool:
    """The same, where two arrays that are not finite everywhere need only have one shape."""
    if mine[0] == theirs[0] == "failed":
        return _alike(mine, theirs)
    return _parts_alike(mine, theirs)


def _parts_alike(mine: Any, theirs: Any) -> bool:
    if not isinstance(mine, list | tuple) or not isinstance(theirs, list | tuple) or len(mine) != len(theirs):
        return agree(mine, theirs)
    if is_summary(mine) and is_summary(theirs):
        return list(mine[:3]) == list(theirs[:3]) if mine[6] and theirs[6] else agree(mine, theirs)
    return all(map(_parts_alike, mine, theirs))
