"""The changed expression on the smallest input that fails: as it is, and as the task needs it.

The function is run once more with `return` before the expression, without the change and with it. What comes back are
numbers and shapes on public numbers, put into words here; the change itself does not show.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..checks import values
from ..running.collect import Check
from .edits import Edit
from .lab import RepairLab

TELLING_NOTHING = ("call",)
"""Kinds of which students are told the place alone: what such an expression should be is what is left of it."""
COUNTED = ("axis", "name")
"""Kinds of which a plain number may be told. Of the others it could be the changed number itself."""


def evidence(lab: RepairLab, edit: Edit, check: Check, compared: bool) -> tuple[str, str]:
    """In words; two empty texts where nothing can be said. `compared`: a check that fails compares values. Where all
    ask for a property alone, many numbers have it: those of the edit are not what the task needs. Shapes are told."""
    if edit.expression is None or edit.kind in TELLING_NOTHING:
        return "", ""
    found = [lab.returned({edit.file: edit.returning(text)}, check, edit.function) for text in edit.expressions]
    for was, needed in zip(*found, strict=False):
        if edit.kind not in COUNTED and not (values.is_array(was) and values.is_array(needed)):
            continue
        if any(words := in_words(was, needed)):
            return words if compared or _shapes_differ(was, needed) else ("", "")
    return "", ""


def in_words(was: Any, needed: Any) -> tuple[str, str]:
    """How two values differ: in their shapes, or else in the first number that does."""
    was, needed = (np.asarray(each) if isinstance(each, bool | int | float) else each for each in (was, needed))
    if not (_is_one(was) and _is_one(needed)):
        return "", ""
    if values.shape_of(was) != values.shape_of(needed):
        return tuple(_shape(values.shape_of(each)) for each in (was, needed))  # type: ignore[return-value]
    ours, theirs = (np.atleast_1d(values.as_numpy(each)) for each in (was, needed))
    if ours.dtype != theirs.dtype:
        return "", ""
    differs = np.argwhere(~_alike(ours, theirs))
    if not len(differs):
        return "", ""
    place = tuple(int(step) for step in differs[0])
    at = "" if values.shape_of(was) == () else f" at {list(place)}"
    return f"{_number(ours[place])}{at}", _number(theirs[place])


def _shapes_differ(was: Any, needed: Any) -> bool:
    return values.is_array(was) and values.is_array(needed) and values.shape_of(was) != values.shape_of(needed)


def _is_one(value: Any) -> bool:
    return values.is_array(value) and values.device_name(value) != "meta"


def _shape(shape: tuple[int, ...]) -> str:
    return f"shape {tuple(shape)}" if shape else "a single number"


def _alike(ours: Any, theirs: Any) -> Any:
    if ours.dtype.kind not in "fc":
        return ours == theirs
    return np.isclose(ours, theirs, rtol=1e-4, atol=1e-6, equal_nan=True)


def _number(value: Any) -> str:
    return str(bool(value)) if isinstance(value, np.bool_) else f"{float(value):.4g}"
