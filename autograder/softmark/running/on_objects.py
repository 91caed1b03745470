"""What a check may ask of an object that lives where the code runs, besides calling it: `len(box)`, `box[3]`, `a + b`.

Each is done there, by the object's own methods, and what comes of it goes back as a value or as another object.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ..checks.stands_for import BITS, SUMS


def _computed(target: Any, name: str, *other: Any) -> Any:
    """`target + other`; with a name like "radd" `other + target`, with one like "iadd" `target += other`."""
    turned = name.startswith("r") and name[1:] in (*SUMS, *BITS)
    function = getattr(operator, f"__{name[1:] if turned else name}__")
    return function(*other, target) if turned else function(target, *other)


def _length(target: Any) -> int | None:
    return len(target) if hasattr(type(target), "__len__") else None


OPERATIONS: dict[str, Callable[..., Any]] = {
    "set": setattr,
    "len": _length,
    "place": operator.getitem,
    "set place": operator.setitem,
    "delete place": operator.delitem,
    "contains": operator.contains,
    "text": str,
    "compute": _computed,
}
