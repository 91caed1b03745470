"""Single values of Python's own types, those without parts: how each is written in the JSON tree, and read again.

The list of types is closed: whole numbers, floats, complex numbers and fractions (text and None need no writing). A tag
says which of them it is and names no class; whatever stands behind it is text, which is checked before anything is
made of it. A number of a million digits, which a grader could be tempted to unfold, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

MAX_BITS = 14_000
"""Of a whole number: some 4,200 digits. Python itself writes no number of more than 4,300 into a sentence."""
_HEX = re.compile(rf"-?[0-9a-f]{{1,{MAX_BITS // 4}}}")


class NotPlain(Exception):
    """A value that may not cross; the text says what it was."""


def tree_of(node: Any) -> list[Any] | None:
    """The tag and what stands behind it; None for a value of another type."""
    for kind, write in _WRITERS:
        if isinstance(node, kind):
            return write(node)
    return None


def _whole(node: int) -> list[Any]:
    return ["plain", int(node)] if abs(node) < 2**63 else ["int", _hex(node)]


def _hex(number: int) -> str:
    if number.bit_length() > MAX_BITS:
        raise NotPlain(f"a whole number of more than {MAX_BITS:,} bits")
    return format(number, "x")


_WRITERS: list[tuple[type, Callable[[Any], list[Any]]]] = [
    (bool, lambda node: ["plain", bool(node)]),
    (int, _whole),
    (float, lambda node: ["float", float.__repr__(float(node))]),  # JSON has no NaN or infinity
    (complex, lambda node: ["complex", [float(node.real).__repr__(), float(node.imag).__repr__()]]),
    (Fraction, lambda node: ["fraction", [_hex(node.numerator), _hex(node.denominator)]]),
]


def value_of(tag: Any, held: Any) -> Any:
    """The value again. NotPlain for a tag that is not in the list, and for anything but its own text."""
    read = _READERS.get(tag) if type(tag) is str else None
    if read is None:
        raise NotPlain("a malformed value")
    try:
        return read(held)
    except (ValueError, OverflowError, ArithmeticError, TypeError):
        raise NotPlain(f"a malformed {tag}") from None


def _float_from(held: Any) -> float:
    if type(held) is not str or len(held) >= 40:
        raise ValueError
    return float(held)


def _int_from(held: Any) -> int:
    if type(held) is not str or not _HEX.fullmatch(held):
        raise ValueError
    return int(held, 16)


def _pair(held: Any) -> list[Any]:
    if type(held) is not list or len(held) != 2:
        raise ValueError
    return held


_READERS: dict[str, Callable[[Any], Any]] = {
    "int": _int_from,
    "float": _float_from,
    "complex": lambda held: complex(*map(_float_from, _pair(held))),
    "fraction": lambda held: Fraction(*map(_int_from, _pair(held))),
}
