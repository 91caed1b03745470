"""Single values of Python's own types, those without parts: how each is written in the JSON tree, and read again.

The list of types is closed. A tag says which of them it is and names no class; whatever stands behind it is numbers and
text, which are checked before anything is made of them. What a grader could be tempted to unfold (a number of a million
digits, a range of a billion numbers, a decimal with a huge exponent) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any

MAX_BITS = 14_000
"""Of a whole number: some 4,200 digits. Python itself writes no number of more than 4,300 into a sentence."""
MAX_RANGE = 100_000
"""How many numbers all ranges of one value may stand for."""
_MOST_DIGITS = 20_000
_MOST_EXPONENT = 100_000
_HEX = re.compile(rf"-?[0-9a-f]{{1,{MAX_BITS // 4}}}")
_BYTES = re.compile(r"(?:[0-9a-f]{2})*")
_DECIMAL = re.compile(
    rf"-?(?:[0-9]{{1,{_MOST_DIGITS}}}(?:\.[0-9]{{1,{_MOST_DIGITS}}})?(?:E[+-][0-9]{{1,6}})?|Infinity|NaN)"
)
_MICROSECOND = timedelta(microseconds=1)


class NotPlain(Exception):
    """A value that may not cross; the text says what it was."""


# Writing --------------------------------------------------------------------------------------------------------------


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


def _float(node: float) -> list[Any]:
    return ["float", float.__repr__(float(node))]  # JSON has no NaN or infinity


def _decimal(node: Decimal) -> list[Any]:
    text = str(node).replace("sNaN", "NaN")
    exponent = node.as_tuple().exponent
    if not _DECIMAL.fullmatch(text) or (isinstance(exponent, int) and abs(exponent) > _MOST_EXPONENT):
        raise NotPlain("a decimal number with too many digits or too large an exponent")
    return ["decimal", text]


def _range(node: range) -> list[Any]:
    ends = [node.start, node.stop, node.step]
    if any(abs(end) >= 2**63 for end in ends) or len(node) > MAX_RANGE:
        raise NotPlain(f"a range of more than {MAX_RANGE:,} numbers")
    return ["range", ends]


def _moment(node: datetime) -> list[Any]:
    return ["datetime", [node.year, node.month, node.day, *_clock(node)]]


def _clock(node: datetime | time) -> list[Any]:
    offset = node.utcoffset()
    return [node.hour, node.minute, node.second, node.microsecond, None if offset is None else offset // _MICROSECOND]


_WRITERS: list[tuple[type, Callable[[Any], list[Any]]]] = [
    (bool, lambda node: ["plain", bool(node)]),
    (int, _whole),
    (float, _float),
    (complex, lambda node: ["complex", [float(node.real).__repr__(), float(node.imag).__repr__()]]),
    (bytes, lambda node: ["bytes", bytes(node).hex()]),
    (bytearray, lambda node: ["bytearray", bytes(node).hex()]),
    (Fraction, lambda node: ["fraction", [_hex(node.numerator), _hex(node.denominator)]]),
    (Decimal, _decimal),
    (range, _range),
    (datetime, _moment),  # which is a date too
    (date, lambda node: ["date", [node.year, node.month, node.day]]),
    (time, lambda node: ["time", _clock(node)]),
    (timedelta, lambda node: ["timedelta", [node.days, node.seconds, node.microseconds]]),
]


# Reading --------------------------------------------------------------------------------------------------------------


def value_of(tag: Any, held: Any) -> Any:
    """The value again. NotPlain for a tag that is not in the list, and for anything but its own numbers or text."""
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


def _bytes_from(held: Any) -> bytes:
    if type(held) is not str or not _BYTES.fullmatch(held):
        raise ValueError
    return bytes.fromhex(held)


def _decimal_from(held: Any) -> Decimal:
    if type(held) is not str or not _DECIMAL.fullmatch(held):
        raise ValueError
    value = Decimal(held)
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and abs(exponent) > _MOST_EXPONENT:
        raise ValueError
    return value


def _parts(held: Any, count: int) -> list[Any]:
    if type(held) is not list or len(held) != count:
        raise ValueError
    return held


def _numbers(held: Any, count: int) -> list[int]:
    if not all(type(part) is int and abs(part) < 2**63 for part in _parts(held, count)):
        raise ValueError
    return list(held)


def _range_from(held: Any) -> range:
    made = range(*_numbers(held, 3))
    if len(made) > MAX_RANGE:
        raise ValueError
    return made


def _zone(offset: Any) -> timezone | None:
    return None if offset is None else timezone(timedelta(microseconds=_numbers([offset], 1)[0]))


def _moment_from(held: Any) -> datetime:
    *numbers, offset = _parts(held, 8)
    year, month, day, hour, minute, second, rest = _numbers(numbers, 7)
    return datetime(year, month, day, hour, minute, second, rest, _zone(offset))


def _time_from(held: Any) -> time:
    *numbers, offset = _parts(held, 5)
    hour, minute, second, rest = _numbers(numbers, 4)
    return time(hour, minute, second, rest, _zone(offset))


_READERS: dict[str, Callable[[Any], Any]] = {
    "int": _int_from,
    "float": _float_from,
    "complex": lambda held: complex(*map(_float_from, _parts(held, 2))),
    "bytes": _bytes_from,
    "bytearray": lambda held: bytearray(_bytes_from(held)),
    "fraction": lambda held: Fraction(*map(_int_from, _parts(held, 2))),
    "decimal": _decimal_from,
    "range": _range_from,
    "datetime": _moment_from,
    "date": lambda held: date(*_numbers(held, 3)),
    "time": _time_from,
    "timedelta": lambda held: timedelta(*_numbers(held, 3)),
}
