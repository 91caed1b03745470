"""Stores what known right solutions compute in a check: fingerprints of their values, and a few things besides.

It is made when the assignment is built, from the reference and the right alternatives, on public numbers. It names no
operation. Staff and the server have it; students do not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from ..checks.numpy_if_there import np
from ..running import tensorfile
from ..running.tensorfile import Stored
from .account import GIVEN, Step, Watched
from .fingerprints import orders_of, token


@dataclass
class RightWay:
    """What right solutions compute in one check."""

    tokens: set[int] = field(default_factory=set)
    """The fingerprints of their values, and tokens for what is known of a value besides."""

    def add(self, call: Watched) -> None:
        """Add one right solution, traced with the fingerprints that rounding may turn its values into."""
        steps = call.steps
        for prints, shape in {(step.fingerprints, step.shape) for step in steps}:
            self.tokens.update(prints)
            self.tokens.update(token("cut", each, cut) for each in prints for cut in _cuts(shape))
        for step in steps:
            pairs = product((steps[parent] for parent in step.parents), conditions(call, step))
            self.tokens.update(token("meets", a, b) for made, given in pairs for a, b in _both(made, given))
        for place, number in enumerate(call.results):
            self.tokens.update(token("end", place, each) for each in steps[number].fingerprints)

    def meets(self, made: Step, given: Step) -> bool:
        """Whether a value and a condition that was given go into one step of a right solution."""
        return any(self.has(token("meets", a, b)) for a, b in _both(made, given) if self.has(a) and self.has(b))

    def has(self, one: int) -> bool:
        return one in self.tokens

    def knows(self, fingerprints: Iterable[int]) -> bool:
        return any(map(self.has, fingerprints))

    def ends(self, fingerprints: Iterable[int], place: int) -> bool:
        """Whether the value is what some right solution returns in this place."""
        return any(self.has(token("end", place, each)) for each in fingerprints)

    def is_arranged(self, step: Step) -> bool:
        """Whether a right solution has these numbers cut into rows like this. A reshape that mixes axes leaves all
        numbers where they are; only the cuts tell."""
        orders = orders_of(step.shape)
        if len(step.shape) < 2 or len(orders) != len(step.fingerprints):
            return True
        known = [(each, shape) for each, shape in zip(step.fingerprints, orders, strict=True) if self.has(each)]
        return not known or any(all(self.has(token("cut", each, cut)) for cut in _cuts(shape)) for each, shape in known)


def conditions(call: Watched, step: Step) -> list[Step]:
    """What a step was given that says yes or no, such as a mask."""
    given = [call.steps[parent] for parent in step.parents]
    return [each for each in given if each.op == GIVEN and each.dtype == "bool"]


def _both(made: Step, given: Step) -> Iterator[tuple[int, int]]:
    return product(made.fingerprints, given.fingerprints)


def _cuts(shape: Sequence[int]) -> list[int]:
    """How many numbers stand before the second row of each axis, from the outermost."""
    cuts, count = [], 1
    for size in shape[:-1]:
        count *= size
        cuts.append(count)
    return cuts


# The file -------------------------------------------------------------------------------------------------------------


def packed(key: str, ways: Mapping[str, RightWay]) -> bytes:
    """The file."""
    stored = {check: _stored(way.tokens) for check, way in ways.items()}
    return tensorfile.dump(stored, json.dumps({"key": key}))


def _stored(tokens: Iterable[int]) -> Stored:
    numbers = np.array(sorted(tokens), dtype=np.int64)
    return Stored("int64", numbers.shape, numbers.tobytes())


class Ways(Mapping[str, RightWay]):
    """The ways of every check, each read when a wrong answer needs it."""

    def __init__(self, stored: Mapping[str, Stored] = {}) -> None:
        self._stored = stored
        self._known: dict[str, RightWay] = {}

    def __getitem__(self, check: str) -> RightWay:
        if check not in self._known:
            self._known[check] = RightWay(set(np.frombuffer(self._stored[check].data, np.int64).tolist()))
        return self._known[check]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


def read(path: Path, key: str) -> Ways:
    """The ways of every check; none where there is no file, it is damaged, or it belongs to other numbers."""
    try:
        stored, note = tensorfile.parse(path.read_bytes())
        return Ways(stored) if json.loads(note)["key"] == key else Ways()
    except (OSError, ValueError, KeyError, TypeError):
        return Ways()
