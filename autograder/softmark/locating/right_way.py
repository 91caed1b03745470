"""Stores what known right solutions compute in a check: fingerprints of their values, and a few things besides.

It is made when the assignment is built, from the reference and the right alternatives, on public numbers. It names no
operation. Staff and the server have it; students do not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..checks.numpy_if_there import np
from ..running import tensorfile
from ..running.tensorfile import Stored
from .account import GIVEN, Step, Watched
from .fingerprints import orders_of, token

NEAR = 1
"""A step may be missing where right solutions bring in what was given so many steps later."""


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
            for made, given in with_given(steps, step.parents):
                self._meet(steps, made, given)
        for place, number in enumerate(call.results):
            self.tokens.update(token("end", place, each) for each in steps[number].fingerprints)
            self.tokens.add(token("size", _size(steps[number].shape)))

    def _meet(self, steps: Sequence[Step], made: int, given: int) -> None:
        self._note("meets", steps[made], steps[given])
        for before in _near(steps, made):
            self._note("meets later", steps[before], steps[given])

    def _note(self, how: str, made: Step, given: Step) -> None:
        self.tokens.update(token(how, a, b) for a in made.fingerprints for b in given.fingerprints)

    def has(self, one: int) -> bool:
        return one in self.tokens

    def knows(self, fingerprints: Iterable[int]) -> bool:
        return any(map(self.has, fingerprints))

    def ends(self, fingerprints: Iterable[int], place: int) -> bool:
        """Whether the value is what some right solution returns in this place."""
        return any(self.has(token("end", place, each)) for each in fingerprints)

    def is_size_of_answer(self, shape: Sequence[int]) -> bool:
        """Whether a right answer has so many numbers."""
        return self.has(token("size", _size(shape)))

    def is_arranged(self, step: Step) -> bool:
        """Whether a right solution has these numbers cut into rows like this. A reshape that mixes axes leaves all
        numbers where they are; only the cuts tell."""
        orders = orders_of(step.shape)
        if len(step.shape) < 2 or len(orders) != len(step.fingerprints):
            return True
        known = [(each, shape) for each, shape in zip(step.fingerprints, orders, strict=True) if self.has(each)]
        return not known or any(all(self.has(token("cut", each, cut)) for cut in _cuts(shape)) for each, shape in known)

    def meets(self, made: Step, given: Step) -> bool:
        """Whether a value and something that the call was given go into one step of a right solution."""
        return self._together("meets", made, given)

    def meets_later(self, made: Step, given: Step) -> bool:
        """Whether what was given goes into a step with what right solutions soon make of the value."""
        return self._together("meets later", made, given)

    def _together(self, how: str, made: Step, given: Step) -> bool:
        known = [[each for each in step.fingerprints if self.has(each)] for step in (made, given)]
        return any(self.has(token(how, a, b)) for a in known[0] for b in known[1])


def _cuts(shape: Sequence[int]) -> list[int]:
    """How many numbers stand before the second row of each axis, from the outermost."""
    cuts, count = [], 1
    for size in shape[:-1]:
        count *= size
        cuts.append(count)
    return cuts


def _size(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def with_given(steps: Sequence[Step], parents: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What a step was made from, in pairs of something made and something given, such as a mask or its opposite."""
    given = [each for each in set(parents) if is_from_given(steps, each)]
    yield from ((one, other) for one in set(parents) - {*given} for other in given)


def is_from_given(steps: Sequence[Step], number: int) -> bool:
    for _ in range(2):
        if steps[number].op == GIVEN or len(steps[number].parents) != 1:
            break
        number = steps[number].parents[0]
    return steps[number].op == GIVEN


def _near(steps: Sequence[Step], number: int) -> set[int]:
    """What a value was made from a few steps before, other than by turning it."""
    found: set[int] = set()
    front = {number}
    for _ in range(NEAR):
        front = {parent for each in front for parent in steps[each].parents} - found
        found |= front
    same = set(steps[number].fingerprints)
    return {each for each in found if steps[each].op != GIVEN and not same & set(steps[each].fingerprints)}


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
