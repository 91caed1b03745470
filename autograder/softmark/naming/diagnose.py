"""Names a mistake: finds the known wrong answer that behaves exactly like this one.

Every check leaves a trace: whether it passed, and a fingerprint of each reply. A known mistake is named when it
explains every failed check of the task that can be compared, and contradicts none:

- explains: the replies are equal, and something finite is among them, a number or a shape. Of two that raise, the words
  count, which hold the sizes; not the class of the exception.
- neither: both raise something else, or nothing is left to compare: NaN is NaN. (As many NaNs beside as many infinities
  are something: 0 · ∞ leaves them so.) Where gradients were asked for, they are what is compared: a loss that is not
  finite does not hide that they are alike.
- contradicts: the replies differ, or only one of the two fails the check. Whoever passes replies as the reference does,
  which is not NaN.

Where replies are random by nature (sampling), the pattern of passes and fails over all such checks must fit, raising
where the mistake raises, and what was drawn must not be drawn too often or too rarely for the mistake. Two mistakes
that explain alike name none: silent rather than wrong.

A habit (one leading dimension, one dtype) does not hide a mistake. Where no name fits everything, the failed checks
about one habit are left aside, then those about all: whoever has a habit fails them by that, whatever else is wrong.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..checks.trace import Trace

AGREE = 1e-4
"""Relative agreement of fingerprints: wider than rounding, far narrower than the distance between two mistakes."""

_NUMBER = re.compile(r"-?\d+|(?:Fraction|Decimal)\(['\d, .E+-]+\)|\(?[\d.e+-]+j\)?")
"""A whole number, an exact one or a complex one, as Python writes it."""


class Fit(enum.Enum):
    EXPLAINS = "explains"
    NEITHER = "neither"
    CONTRADICTS = "contradicts"


def agree(mine: Any, theirs: Any) -> bool:
    """Whether two fingerprints agree in every respect."""
    if isinstance(mine, list | tuple) and isinstance(theirs, list | tuple):
        if len(mine) != len(theirs):
            return False
        if is_summary(mine):
            return is_summary(theirs) and list(mine[5:]) == list(theirs[5:]) and _same_numbers(mine, theirs)
        return all(agree(a, b) for a, b in zip(mine, theirs, strict=True))
    if isinstance(mine, float) and isinstance(theirs, float):
        return math.isclose(mine, theirs, rel_tol=AGREE, abs_tol=1e-12)
    return bool(mine == theirs)


def is_summary(part: Sequence[Any]) -> bool:
    return len(part) in (7, 8) and isinstance(part[1], list | tuple) and isinstance(part[3], float)


def _same_numbers(mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    if list(mine[:3]) != list(theirs[:3]):
        return False
    scale = max(abs(mine[4]), abs(theirs[4]), 1e-30)
    size = math.sqrt(max(math.prod(mine[1]), 1))
    near = abs(mine[3] - theirs[3]) <= AGREE * scale * min(size, 8.0)
    return bool(near and abs(mine[4] - theirs[4]) <= AGREE * scale)


# --- one known mistake against one answer ---------------------------------------------------------------------


def compare(mine: Trace, theirs: Trace | None) -> Fit:
    """Whether a known mistake explains one check of somebody's, contradicts it, or says nothing."""
    if theirs is None:
        return Fit.NEITHER
    if mine.passed or theirs.passed:
        raises = not theirs.passed and bool(theirs.fingerprints) and theirs.fingerprints[-1][0] == "failed"
        return Fit.NEITHER if mine.passed == theirs.passed or raises else Fit.CONTRADICTS
    if len(mine.fingerprints) != len(theirs.fingerprints):
        return Fit.CONTRADICTS
    found = [_replies(a, b) for a, b in zip(mine.fingerprints, theirs.fingerprints, strict=True)]
    if Fit.CONTRADICTS in found:
        return Fit.CONTRADICTS
    return found[-1] if found else Fit.NEITHER


def _replies(mine: Sequence[Any], theirs: Sequence[Any]) -> Fit:
    if mine[0] != theirs[0]:
        return Fit.CONTRADICTS
    if mine[0] == "failed":
        if mine[1] != theirs[1]:
            return Fit.CONTRADICTS
        return Fit.EXPLAINS if list(mine[2:]) == list(theirs[2:]) and mine[3] else Fit.NEITHER
    if not agree(list(mine[1:3]), list(theirs[1:3])) or len(mine[3]) != len(theirs[3]):
        return Fit.CONTRADICTS
    found = [_arrays(a, b) for a, b in zip(mine[3], theirs[3], strict=True)]
    if Fit.CONTRADICTS in found:
        return Fit.CONTRADICTS
    shown = found[_count_arrays(mine[1]) :] or found  # the gradients, where there are any
    if Fit.NEITHER in shown:
        return Fit.NEITHER
    return Fit.EXPLAINS if shown or _says_something(mine[1]) else Fit.NEITHER


def _arrays(mine: Sequence[Any], theirs: Sequence[Any]) -> Fit:
    if list(mine[:3]) != list(theirs[:3]):
        return Fit.CONTRADICTS
    same = list(mine[5:7]) == list(theirs[5:7]) and _same_numbers(mine, theirs)
    if mine[6] or theirs[6]:  # something is not finite: by which way it became so tells nothing
        return Fit.EXPLAINS if same and (mine[4] > 0 or 0 < mine[5] < mine[6]) else Fit.NEITHER
    return Fit.EXPLAINS if same else Fit.CONTRADICTS


def _count_arrays(skeleton: Any) -> int:
    if isinstance(skeleton, list):
        return sum(_count_arrays(part) for part in skeleton[1:])
    return int(skeleton == "array")


def _says_something(skeleton: Any) -> bool:
    """Whether a value is evidence: a number or a truth value is; None, a text or a constructed object is not."""
    if isinstance(skeleton, list):
        return any(_says_something(part) for part in skeleton[1:])
    return isinstance(skeleton, float) or skeleton in ("True", "False") or bool(_NUMBER.fullmatch(str(skeleton)))


def drawn_alike(mine: Trace, theirs: Trace) -> bool:
    """Whether what was drawn in two runs of a random check can have come from the same odds."""
    return all(
        _odds_alike(a[7], b[7])
        for one, other in zip(mine.fingerprints, theirs.fingerprints, strict=False)
        if one[0] == other[0] == "value"
        for a, b in zip(one[3], other[3], strict=False)
        if len(a) == len(b) == 8
    )


def _odds_alike(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether two frequencies are within six standard errors: far more than luck, far less than another temperature."""
    longest = max(len(mine), len(theirs))
    pairs = zip([*mine, *[0] * (longest - len(mine))], [*theirs, *[0] * (longest - len(theirs))], strict=True)
    return all(abs(a - b) <= 6 * math.sqrt(a + b) + 5 for a, b in pairs)


def name_mistake(
    mine: Mapping[str, Trace], known: Mapping[str, Mapping[str, Trace]], by_pattern: frozenset[str] = frozenset()
) -> str | None:
    """The one known mistake that explains the failed checks of a task, or None.

    `mine` maps check → trace; `known` maps mistake → check → trace; `by_pattern` lists checks with random replies.
    """
    for shown in _with_habits_and_without(mine):
        fitting = {name: explained for name, traces in known.items() if (explained := _fits(shown, traces, by_pattern))}
        best = max(fitting.values(), default=0)
        winners = [name for name, explained in fitting.items() if explained == best]
        if winners:
            return winners[0] if len(winners) == 1 else None
    return None


def _with_habits_and_without(mine: Mapping[str, Trace]) -> Iterator[Mapping[str, Trace]]:
    yield mine
    habits = list(dict.fromkeys(trace.habit for trace in mine.values() if trace.habit and not trace.passed))
    for aside in [*([habit] for habit in habits), *([habits] if len(habits) > 1 else [])]:
        by_habit = {check for check, trace in mine.items() if not trace.passed and trace.habit in aside}
        # a result of another dtype is the habit's, whatever the check is about
        dtypes = any(mine[check].kind == "dtype" for check in by_habit)
        by_habit |= {check for check, trace in mine.items() if dtypes and not trace.passed and trace.kind == "dtype"}
        yield {check: trace for check, trace in mine.items() if check not in by_habit}


def contradicts(mine: Mapping[str, Trace], traces: Mapping[str, Trace], by_pattern: frozenset[str]) -> bool:
    """Whether what these checks show cannot be this known mistake."""
    return all(_fits(shown, traces, by_pattern) is None for shown in _with_habits_and_without(mine))


def _fits(mine: Mapping[str, Trace], traces: Mapping[str, Trace], by_pattern: frozenset[str]) -> int | None:
    """How many of the failed checks a mistake explains; None if it contradicts any check."""
    explained = 0
    # A trace may have to be made by running the mistake, which takes time: the failed checks settle most of them.
    for check in sorted(mine, key=lambda check: mine[check].passed):
        if check in by_pattern:
            continue
        verdict = compare(mine[check], traces.get(check))
        if verdict is Fit.CONTRADICTS:
            return None
        explained += verdict is Fit.EXPLAINS
    random = [check for check in mine if check in by_pattern]
    for check in random:
        theirs = traces.get(check)
        if theirs is None or theirs.passed != mine[check].passed or not drawn_alike(mine[check], theirs):
            return None
        if (theirs.kind == "raised") != (mine[check].kind == "raised"):
            return None
    exact_failed = any(not trace.passed for check, trace in mine.items() if check not in by_pattern)
    shown = [check for check in random if not mine[check].passed]
    return explained if exact_failed else len(shown)
