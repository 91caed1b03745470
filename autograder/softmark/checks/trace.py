"""Records how one answer did on one check: whether it passed, and a fingerprint of each of its replies.

Fingerprints are what known mistakes are compared by (core/name.py), and what a recording keeps of them.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any

from . import values
from .differences import in_order
from .numpy_if_there import np
from .student import Log, Reply

MANY = 200
"""So many numbers that are drawn are counted: how often each came up."""


@dataclass(frozen=True)
class Trace:
    """How one answer did on one check."""

    passed: bool
    fingerprints: tuple[Any, ...] = ()
    """A fingerprint of each reply, in order, up to the one that failed."""
    kind: str = ""
    """The category of its failure: shape, dtype, values, raised, …"""


def fingerprints_of(log: Log) -> tuple[Any, ...]:
    return tuple(fingerprint_of(reply) for reply in log.replies)


def fingerprint_of(reply: Reply) -> Any:
    """A few numbers that two different answers practically never share."""
    if reply.failure is not None:
        said = getattr(reply.failure, "message", reply.failure.text)
        return ["failed", reply.failure.category, getattr(reply.failure, "exception", ""), said[:160]]
    outcome = reply.outcome
    assert outcome is not None
    value = outcome.value if reply.known_by is None else reply.known_by
    parts = values.arrays_in(value)
    parts += values.arrays_in(list(outcome.by_input), "input")
    parts += values.arrays_in(dict(outcome.by_name), "name")
    return ["value", _skeleton(value), sorted(outcome.changed), [_summary(array) for _, array in parts]]


def _skeleton(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [type(value).__name__, *[_skeleton(part) for part in value]]
    if isinstance(value, set | frozenset):
        return [type(value).__name__, *[_skeleton(part) for part in in_order(value)]]
    if isinstance(value, dict):
        return ["dict", *[[_skeleton(key), _skeleton(value[key])] for key in in_order(value)]]
    if values.is_array(value):
        return "array"
    if isinstance(value, float):
        return float(f"{value:.5g}") if math.isfinite(value) else "not finite"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:24]}…{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _summary(array: Any) -> Any:
    """dtype, shape, a projection on a fixed uneven direction, the norm, how many entries are NaN, how many not finite;
    of many whole numbers also how often each comes up."""
    head: list[Any] = [values.dtype_name(array), list(values.shape_of(array)), values.device_name(array)]
    if values.device_name(array) == "meta":
        return [*head, 0.0, 0.0, 0, 0]
    flat = _reals(values.as_numpy(array))
    finite = np.isfinite(flat)
    flat = np.where(finite, flat, 0.0)
    largest = float(np.abs(flat).max(initial=0.0))
    unit = flat / largest if largest > 0 else flat  # squares of huge numbers would overflow
    direction = np.cos(2.3 * np.arange(flat.size) + 0.7)
    numbers = [float(f"{largest * float(part):.5g}") for part in (unit @ direction, np.sqrt(unit @ unit))]
    nans = int(np.isnan(_reals(values.as_numpy(array))).sum())
    summary = [*head, *numbers, nans, int((~finite).sum())]
    if flat.size >= MANY and head[0].startswith("int") and flat.min() >= 0 and flat.max() < 64:
        summary.append(np.bincount(flat.astype(int)).tolist())
    return summary


def _reals(array: Any) -> Any:
    """All numbers in a row; of complex ones both halves."""
    flat = array.reshape(-1)
    return flat.astype(np.complex128).view(np.float64) if flat.dtype.kind == "c" else flat.astype(np.float64)
