"""Takes fingerprints of values: short numbers by which two values are known to be the same, up to rounding and
shape."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np

from ..checks import values

MOST_ENTRIES = 200_000
"""Entries of one array that are looked at: checks are small, and whoever makes them large is not followed."""
LOW, HIGH = -900.0, 1e30
"""Scores below the first shut a key out, whatever the number: −∞, −1e9 and −1e4 are one value here."""
SMALL = 1024
"""Entries of a value whose orders are looked at together."""
_FINE = 2e-3
_CLOSE = 2e-5
"""A number is rounded to the width of the first; within the second of an edge it counts on both sides."""


def fingerprint_of(array: Any, spread: bool = False) -> list[int]:
    """Short fingerprints of a value, shape apart: one, or with `spread` all that rounding may turn it into."""
    return [] if (flat := _numbers(array)) is None else list(_fingerprints(flat, None, spread))


class SpreadFingerprints:
    """What rounding may turn a value into, looked at once for each value: right solutions share most of theirs."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[int, ...]] = {}

    def of(self, array: Any) -> tuple[int, ...]:
        if (flat := _numbers(array)) is None:
            return ()
        numbers = flat.tobytes()
        if (known := self._known.get(numbers)) is None:
            known = self._known[numbers] = tuple(_fingerprints(flat, None, True))
        return known

    def forget(self) -> None:
        self._known.clear()


def fingerprints_in_every_order(array: Any) -> list[int]:
    """The fingerprints of a value for every order of its axes; axes of length 1 have no place in an order."""
    flat = _numbers(array)
    if flat is None:
        return []
    shape = tuple(size for size in values.shape_of(array) if size != 1)
    return list(_fingerprints(flat, shape if 2 <= len(shape) <= 4 else None, False))


def _fingerprints(flat: Any, shape: tuple[int, ...] | None, spread: bool) -> Iterator[int]:
    """In every order of the axes of `shape`; None: as it is."""
    usual = (flat > LOW) & (flat < HIGH)
    unusual = () if usual.all() else (np.isnan(flat), flat <= LOW, flat >= HIGH)
    if unusual:  # told by their places: as numbers they would drown all others
        flat = np.where(usual, flat, 0.0)
    top = max(float(np.abs(flat).max(initial=0.0)), 1e-30)
    norm = float(np.sqrt(np.square(flat / top).sum())) * top
    unit = flat / norm if norm > 1e-20 else flat * 0.0
    size = float(np.log(norm)) if norm > 1e-20 else -50.0
    orders = [None] if shape is None else _orders(shape)
    for order, (first, second) in zip(orders, _projected(unit, shape), strict=True):
        text = f"{flat.size}{_places(unusual, shape, order) if unusual else ''}"
        if not spread:
            yield _hashed(f"{text}:{int(first // _FINE)}:{int(second // _FINE)}:{int(size // _FINE)}")
            continue
        texts = [text]
        for number in (first, second, size):
            edges = {int((number + shift) // _FINE) for shift in (-_CLOSE, _CLOSE)}
            texts = [f"{each}:{edge}" for each in texts for edge in sorted(edges)]
        yield from map(_hashed, texts)


def _projected(unit: Any, shape: tuple[int, ...] | None) -> Any:
    """Two numbers for each order."""
    if shape is None:
        return [(unit @ _directions(unit.size)).tolist()]
    if unit.size <= SMALL:
        return (unit @ _turned_directions(shape)).reshape(-1, 2).tolist()
    turned = (unit.reshape(shape).transpose(order).reshape(-1) for order in _orders(shape))
    return [(each @ _directions(unit.size)).tolist() for each in turned]


def overflows(array: Any) -> bool:
    """Whether NaN or +∞ is among its numbers."""
    return (flat := _numbers(array)) is not None and not bool((flat < HIGH).all())


def _places(kinds: Iterable[Any], shape: tuple[int, ...] | None, order: tuple[int, ...] | None) -> str:
    turned = kinds if shape is None else [kind.reshape(shape).transpose(order) for kind in kinds]
    return "".join(f":{hashlib.blake2b(np.packbits(kind).tobytes(), digest_size=5).hexdigest()}" for kind in turned)


def _hashed(text: str) -> int:
    """40 bits: enough that two values of a check never share them, and nothing of a value can be read from them."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=5).digest(), "big")


def _numbers(array: Any) -> Any:
    if not values.is_array(array) or values.device_name(array) == "meta":
        return None
    if values.count(array) > MOST_ENTRIES:
        return None
    return values.as_numpy(array).astype(np.float64).reshape(-1)


@lru_cache(maxsize=256)
def _directions(size: int) -> Any:
    places = np.arange(size)
    return np.stack([np.cos(2.3 * places + 0.7), np.cos(0.9 * places * places + 1.9 * places + 0.2)], axis=1)


@lru_cache(maxsize=64)
def _orders(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(permutations(range(len(shape))))


@lru_cache(maxsize=64)
def _turned_directions(shape: tuple[int, ...]) -> Any:
    """The directions for every order of the axes, side by side: one product then takes the place of many."""
    places = np.arange(int(np.prod(shape))).reshape(shape)
    found = np.empty((places.size, 2 * len(_orders(shape))))
    for number, order in enumerate(_orders(shape)):
        found[places.transpose(order).reshape(-1), 2 * number : 2 * number + 2] = _directions(places.size)
    return found
