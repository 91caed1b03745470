"""What a check is made of. This room imports nothing of the engine's others, and students get it whole.

A grader imports from here, and from nowhere else in the engine:

    from softmark.checks import item, require, require_array, rests_on

Names are fetched when they are first asked for: the worker and `check.py` use single files of this room, and must not
load pytest or numpy with them.

    what checks are written with    marks (`@item`, `@rests_on`), fixtures, student, stands_for (what a check cannot do
                                    with it), draw, weights, compare, examine
    how they are found and run      collect, visibility, points
    what a call is and becomes      execute, values, errors, chain, trusted, tensorfile
    what stands in for a wrong task carried (recorded replies, at home)
    how torch is imported           lean_torch (without its compiler)
    how a mistake is named          diagnose, recording; stages (how much of it is told, and when)
    where a wrong value began       tracing, prints, right_way, locate, blame, signs, indices, place, shapes_seen
    what is read, never run         source (bytes → one text), copies (names that mean another), imports, rules/
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_FACE = {
    "item": "marks",
    "rests_on": "marks",
    "require": "compare",
    "require_array": "compare",
    "Same": "compare",
    "Weights": "weights",
    "Rng": "values",
    "is_array": "values",
    "shape_of": "values",
}
"""Name → the file of this room that it lives in."""

__all__ = list(_FACE)


def __getattr__(name: str) -> Any:
    if name not in _FACE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_FACE[name]}", __name__), name)
