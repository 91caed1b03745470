"""Naming a mistake: which known wrong answer behaves exactly like this one?

Every check leaves a trace: whether it passed, and a print of each reply. A known mistake is named when its
replies equal the student's on a check that both fail. Where replies are random by nature (sampling, training) the
pattern of passes and fails over the task's checks decides instead, and must be unique. No match says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import values
from .student import Log, Reply

AGREE = 1e-4
"""Relative agreement of prints: wider than rounding, far narrower than the distance between two mistakes."""


MISSES = 4
"""Failed checks on which a known mistake may differ before it is given up."""


@dataclass(frozen=True)
class Trace:
    """How one answer did on one check."""

    passed: bool
    prints: tuple[Any, ...] = ()
    """A print of each reply, in order, up to the one that failed."""


def prints_of(log: Log) -> tuple[Any, ...]:
    return tuple(print_of(reply) for reply in log.replies)


def print_of(reply: Reply) -> Any:
    """A few numbers that two different answers practically never share."""
    if reply.failure is not None:
        return ["failed", reply.failure.category, getattr(reply.failure, "exception", "")]
    outcome = reply.outcome
    assert outcome is not None
    parts = values.arrays_in(outcome.value)
    parts += values.arrays_in(list(outcome.by_input), "input")
    parts += values.arrays_in(dict(outcome.by_name), "name")
    return ["value", _skeleton(outcome.value), sorted(outcome.changed), [_summary(array) for _, array in parts]]


def _skeleton(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [type(value).__name__, *[_skeleton(part) for part in value]]
    if values.is_array(value):
        return "array"
    if isinstance(value, float):
        return f"{value:.4g}"
    return repr(value)[:40]


def _summary(array: Any) -> Any:
    """dtype, shape, a projection on a fixed uneven direction, the norm, and how many entries are not finite."""
    head = [values.dtype_name(array), list(values.shape_of(array)), values.device_name(array)]
    if values.device_name(array) == "meta":
        return [*head, 0.0, 0.0, 0, 0]
    flat = values.as_numpy(array).astype(np.float64).reshape(-1)
    finite = np.isfinite(flat)
    flat = np.where(finite, flat, 0.0)
    largest = float(np.abs(flat).max(initial=0.0))
    unit = flat / largest if largest > 0 else flat  # squares of huge numbers would overflow
    direction = np.cos(2.3 * np.arange(flat.size) + 0.7)
    numbers = [float(f"{largest * float(part):.5g}") for part in (unit @ direction, np.sqrt(unit @ unit))]
    nans = int(np.isnan(values.as_numpy(array).astype(np.float64)).sum())
    return [*head, *numbers, nans, int((~finite).sum())]


def agree(mine: Any, theirs: Any) -> bool:
    """Two prints of the same behaviour."""
    if isinstance(mine, list | tuple) and isinstance(theirs, list | tuple):
        if len(mine) != len(theirs):
            return False
        if len(mine) == 7 and isinstance(mine[0], str) and isinstance(mine[3], float):
            return _same_numbers(mine, theirs)
        return all(agree(a, b) for a, b in zip(mine, theirs, strict=True))
    return bool(mine == theirs)


def _same_numbers(mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    if list(mine[:3]) != list(theirs[:3]) or list(mine[5:]) != list(theirs[5:]):
        return False
    scale = max(abs(mine[4]), abs(theirs[4]), 1e-30)
    size = math.sqrt(max(math.prod(mine[1]), 1))
    near = abs(mine[3] - theirs[3]) <= AGREE * scale * min(size, 8.0)
    return bool(near and abs(mine[4] - theirs[4]) <= AGREE * scale)


def name_mistake(
    mine: Mapping[str, Trace], known: Mapping[str, Mapping[str, Trace]], by_pattern: frozenset[str] = frozenset()
) -> str | None:
    """The one known mistake that explains the failed checks of an item, or None.

    `mine` maps check → trace; `known` maps mistake → check → trace; `by_pattern` lists checks with random replies.
    """
    failed = [check for check, trace in mine.items() if not trace.passed]
    exactable = [check for check in failed if check not in by_pattern]
    ranked: list[tuple[tuple[int, int, int], str]] = []
    for name, traces in known.items():
        # A trace may have to be made by running the mistake, which takes time: ask only while it could still fit.
        exact = _exact(mine, traces, exactable)
        if exactable and not exact:
            continue
        whole = all(c in traces and traces[c].passed == mine[c].passed for c in (*failed, *mine))
        # Many mistakes raise the same exception: by that alone nothing is named unless everything else fits too.
        if any(not _raised(mine[c]) for c in exact) or (exact and whole):
            alike = sum(_equal(mine[c], traces.get(c)) for c in mine if c not in by_pattern)
            ranked.append(((len(exact), int(whole), alike), name))
        elif whole and failed and not exactable:
            ranked.append(((0, 1, 0), name))
    ranked.sort(key=lambda entry: entry[0], reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def _exact(mine: Mapping[str, Trace], traces: Mapping[str, Trace], failed: Sequence[str]) -> list[str]:
    """The failed checks on which both behave the same; none, if the first few do not agree."""
    found: list[str] = []
    for tried, check in enumerate(failed):
        if tried == MISSES and not found:
            break
        if _equal(mine[check], traces.get(check)):
            found.append(check)
    return found


def _raised(trace: Trace) -> bool:
    return bool(trace.prints) and trace.prints[-1][0] == "failed"


def _equal(mine: Trace, theirs: Trace | None) -> bool:
    """The same behaviour on one check. Whoever passes equals the reference, so two that pass equal each other."""
    if theirs is None or mine.passed != theirs.passed:
        return False
    return mine.passed or agree(list(mine.prints), list(theirs.prints))
