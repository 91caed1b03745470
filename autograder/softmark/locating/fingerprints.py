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
_FINE = 2e-3
_CLOSE = 2e-5
"""A number is rounded to the width of the first; within the second of an edge it counts on both sides."""


def in_every_order(tensor: Any) -> tuple[int, ...]:
    """The fingerprints of a value, one for every order of its axes, the order that it has first."""
    if _is_unseen(tensor):
        return ()
    shape = shape_without_ones(tensor)
    return tuple(_fingerprints(_numbers(tensor).reshape(-1), shape if 2 <= len(shape) <= 4 else None, spread=False))


def spread(tensor: Any) -> tuple[int, ...]:
    """All the fingerprints that rounding may turn a value into, in the order that its axes have."""
    return () if _is_unseen(tensor) else _spread(_numbers(tensor).tobytes())


def shape_without_ones(tensor: Any) -> tuple[int, ...]:
    """Axes of length 1 have no place in an order."""
    return tuple(size for size in values.shape_of(tensor) if size != 1)


def orders_of(shape: Sequence[int]) -> list[tuple[int, ...]]:
    """The shape of a value in each order for which `in_every_order` has a fingerprint."""
    if not 2 <= len(shape) <= 4:
        return [tuple(shape)]
    return [tuple(shape[axis] for axis in order) for order in permutations(range(len(shape)))]


@lru_cache(maxsize=1 << 16)  # right solutions of one check share most of theirs
def token(*parts: object) -> int:
    """A number for something that is known of a value besides its numbers."""
    return _hashed(":".join(map(str, parts)))


def overflows(tensor: Any) -> bool:
    """Whether NaN or +∞ is among its numbers."""
    return not _is_unseen(tensor) and not bool((_numbers(tensor) < HIGH).all())


def _is_unseen(tensor: Any) -> bool:
    return bool(tensor.is_meta or tensor.numel() > MOST_ENTRIES)


def _numbers(tensor: Any) -> Any:
    return values.as_numpy(tensor).astype(np.float64)


@lru_cache(maxsize=512)  # right solutions of one check share most of their values
def _spread(numbers: bytes) -> tuple[int, ...]:
    return tuple(_fingerprints(np.frombuffer(numbers, np.float64), None, spread=True))


def _fingerprints(flat: Any, shape: tuple[int, ...] | None, *, spread: bool) -> Iterator[int]:
    """In every order of the axes of `shape`; None: as it is."""
    unit, size, unusual = _standardised(flat)
    for order in [None] if shape is None else permutations(range(len(shape))):
        turned = unit if order is None else unit.reshape(shape).transpose(order).reshape(-1)
        first, second = (turned @ _directions(unit.size)).tolist()
        text = f"{flat.size}{_places(unusual, shape, order) if unusual else ''}"
        yield from map(_hashed, _rounded(text, (first, second, size), spread))


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


def _places(kinds: Iterable[Any], shape: tuple[int, ...] | None, order: tuple[int, ...] | None) -> str:
    turned = kinds if shape is None else [kind.reshape(shape).transpose(order) for kind in kinds]
    return "".join(f":{hashlib.blake2b(np.packbits(kind).tobytes(), digest_size=5).hexdigest()}" for kind in turned)


def _hashed(text: str) -> int:
    """40 bits: enough that two values of a check never share them, and nothing of a value can be read from them."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=5).digest(), "big")


@lru_cache(maxsize=256)
def _directions(size: int) -> Any:
    places = np.arange(size)
    return np.stack([np.cos(2.3 * places + 0.7), np.cos(0.9 * places * places + 1.9 * places + 0.2)], axis=1)
