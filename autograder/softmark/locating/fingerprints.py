"""Takes fingerprints of values: short numbers by which two values are known to be the same, up to rounding and
shape."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

from ..checks import values
from ..checks.numpy_if_there import np

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
    """The fingerprints of a value for every order of its axes."""
    flat = _numbers(array)
    if flat is None:
        return []
    shape = shape_without_ones(array)
    return list(_fingerprints(flat, shape if 2 <= len(shape) <= 4 else None, False))


def _standardised(flat: Any) -> tuple[Any, float, tuple[Any, ...]]:
    """A value of length one, the logarithm of its length, and the places of what is no usual number."""
    usual = (flat > LOW) & (flat < HIGH)
    unusual = () if usual.all() else (np.isnan(flat), flat <= LOW, flat >= HIGH)
    if unusual:  # told by their places: as numbers they would drown all others
        flat = np.where(usual, flat, 0.0)
    top = max(float(np.abs(flat).max(initial=0.0)), 1e-30)
    norm = float(np.sqrt(np.square(flat / top).sum())) * top
    unit = flat / norm if norm > 1e-20 else flat * 0.0
    return unit, float(np.log(norm)) if norm > 1e-20 else -50.0, unusual


def _rounded(text: str, numbers: Iterable[float], spread: bool) -> list[str]:
    texts = [text]
    for number in numbers:
        shifts = (-_CLOSE, _CLOSE) if spread else (0.0,)
        edges = sorted({int((number + shift) // _FINE) for shift in shifts})
        texts = [f"{each}:{edge}" for each in texts for edge in edges]
    return texts


def _fingerprints(flat: Any, shape: tuple[int, ...] | None, spread: bool) -> Iterator[int]:
    """In every order of the axes of `shape`; None: as it is."""
    unit, size, unusual = _standardised(flat)
    orders = [None] if shape is None else _orders(shape)
    for order, (first, second) in zip(orders, _projected(unit, shape), strict=True):
        text = f"{flat.size}{_places(unusual, shape, order) if unusual else ''}"
        yield from map(_hashed, _rounded(text, (first, second, size), spread))


def _projected(unit: Any, shape: tuple[int, ...] | None) -> Any:
    """Two numbers for each order."""
    if shape is None:
        return [(unit @ _directions(unit.size)).tolist()]
    if unit.size <= SMALL:
        return (unit @ _turned_directions(shape)).reshape(-1, 2).tolist()
    turned = (unit.reshape(shape).transpose(order).reshape(-1) for order in _orders(shape))
    return [(each @ _directions(unit.size)).tolist() for each in turned]


def orders_of(shape: Sequence[int]) -> list[tuple[int, ...]]:
    """The shape of a value in each order for which `fingerprints_in_every_order` has a fingerprint."""
    if not 2 <= len(shape) <= 4:
        return [tuple(shape)]
    return [tuple(shape[axis] for axis in order) for order in _orders(tuple(shape))]


def shape_without_ones(array: Any) -> tuple[int, ...]:
    """Axes of length 1 have no place in an order."""
    return tuple(size for size in values.shape_of(array) if size != 1)


@lru_cache(maxsize=1 << 16)  # right solutions of one check share most of theirs
def token(*parts: object) -> int:
    """A number for something that is known of a value besides its numbers."""
    return _hashed(":".join(map(str, parts)))


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
    if values.is_tensor(array):
        if array.is_meta or array.numel() > MOST_ENTRIES:
            return None
    elif not values.is_numpy(array) or array.size > MOST_ENTRIES:
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
