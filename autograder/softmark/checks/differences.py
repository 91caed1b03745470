"""Where two plain values differ, for values that are no arrays: members of sets, keys of dicts, lines of a text.

Nothing here asks a student's object anything: values are of Python's own types by the time they are compared.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from . import values


def alike(left: Any, right: Any) -> bool:
    """Whether two values are the same, types and all; NaN is NaN. Arrays are others' business, and count as alike."""
    if values.is_array(left) and values.is_array(right):
        return True
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return bool(left == right or (left != left and right != right))
    if isinstance(left, complex):
        return alike(left.real, right.real) and alike(left.imag, right.imag)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(alike, left, right))
    if isinstance(left, dict):
        return typed(left) == typed(right) and all(alike(part, right[key]) for key, part in left.items())
    if isinstance(left, set | frozenset):
        return typed(left) == typed(right)
    return bool(left == right)


def typed(parts: Collection[Any]) -> set[tuple[str, Any]]:
    """Members that are equal and of another type (1, 1.0, True) told apart."""
    return {(_kinds(part), part) for part in parts}


def _kinds(part: Any) -> str:
    inside = part if isinstance(part, tuple) else ()
    return f"{type(part).__name__}({','.join(map(_kinds, inside))})" if inside else type(part).__name__


def unmatched(got: Collection[Any], expected: Collection[Any], relative: float) -> tuple[list[Any], list[Any]]:
    """What is missing of a set, and what is too much. Floating-point numbers may differ by rounding."""
    mine, theirs = typed(got), typed(expected)
    missing, extra = in_order(part for _, part in theirs - mine), in_order(part for _, part in mine - theirs)
    for part in [each for each in missing if isinstance(each, float)]:
        close = [each for each in extra if isinstance(each, float) and math.isclose(each, part, rel_tol=relative)]
        if close or (part != part and (close := [each for each in extra if each != each])):
            missing.remove(part)
            extra.remove(close[0])
    return missing, extra


def in_order(parts: Any) -> list[Any]:
    """Sorted where that is possible, by kind otherwise: the same every time."""
    found = list(parts)
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=lambda part: (type(part).__name__, repr(part)))


def of_texts(got: str, expected: str) -> str:
    """Where two texts first differ, in words."""
    mine, theirs = got.splitlines(), expected.splitlines()
    if [line.rstrip() for line in mine] == [line.rstrip() for line in theirs]:
        if mine != theirs:
            number = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b)
            return f"differs from what is expected only in blanks at the end of line {number + 1}"
        return "differs from what is expected only in how its lines end"
    for number, (left, right) in enumerate(zip(mine, theirs, strict=False), 1):
        if left != right:
            where = f" in line {number}" if len(mine) > 1 or len(theirs) > 1 else ""
            return f"says {_short(left)}{where}, where {_short(right)} is expected"
    if len(mine) > len(theirs):
        return f"goes on with {_short(mine[len(theirs)])}, where it should end"
    return f"ends, where {_short(theirs[len(mine)])} is expected in line {len(mine) + 1}"


def _short(line: str) -> str:
    return repr(line) if len(line) <= 70 else f"{line[:70]!r}…"


def listed(parts: Collection[Any]) -> str:
    """The first few, for a sentence."""
    shown = [text if len(text := repr(part)) <= 40 else f"{text[:40]}…" for part in list(parts)[:4]]
    return ", ".join(shown) + (f" and {len(parts) - 4} more" if len(parts) > 4 else "")
