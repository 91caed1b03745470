"""The right way through a check: prints of every value that some right solution computes in it, and what it does next.

It is made when the assignment is built, from the reference and the right alternatives, on public numbers, and travels
to students and to the server as numbers that spell no solution.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import tensorfile
from .tensorfile import Stored
from .tracing import Watched

Ops = frozenset[str]
NOTHING: tuple[Ops, Ops] = (frozenset(), frozenset())


@dataclass
class RightWay:
    """What right solutions compute in one check."""

    values: dict[int, tuple[Ops, Ops]] = field(default_factory=dict)
    """Print of a value → the operations that right solutions do with it next, and all that they do with it later."""

    def add(self, call: Watched) -> None:
        """One right solution more, traced with the prints that rounding may turn its values into."""
        steps = call.steps
        uses: dict[int, set[int]] = {}
        for number, step in enumerate(steps):
            for parent in step.parents:
                uses.setdefault(parent, set()).add(number)
        later: dict[int, set[str]] = {}
        for number in reversed(range(len(steps))):
            after = uses.get(number, set())
            following = {steps[use].op for use in after}
            later[number] = following.union(*(later[use] for use in after))
            for each in steps[number].prints:
                self._note(each, following, later[number])
        for each in call.given:
            self._note(each, set(), set())

    def _note(self, value: int, following: set[str], later: set[str]) -> None:
        before = self.values.get(value, NOTHING)
        self.values[value] = (before[0] | following, before[1] | later)

    def knows(self, prints: Iterable[int]) -> bool:
        return any(each in self.values for each in prints)

    def does_next(self, prints: Iterable[int], op: str) -> bool:
        return any(op in self.values[each][0] for each in prints if each in self.values)

    def skips_to(self, prints: Iterable[int], op: str) -> bool:
        """Whether right solutions do this to the value only later, never next."""
        known = [self.values[each] for each in prints if each in self.values]
        return not any(op in following for following, _ in known) and any(op in later for _, later in known)


def write(path: Path, key: str, ways: Mapping[str, RightWay]) -> None:
    """One file: for each check sorted numbers, 40 bits of a print and 16 for what is done with it."""
    sets: dict[tuple[Ops, Ops], int] = {}
    stored = {}
    for check, way in ways.items():
        packed = [(value << 16) | sets.setdefault(ops, len(sets)) for value, ops in way.values.items()]
        array = np.array(sorted(packed), dtype="<i8")
        stored[check] = Stored("int64", array.shape, array.tobytes())
    words = sorted({op for ops in sets for each in ops for op in each})
    place = {op: number for number, op in enumerate(words)}
    told = {"key": key, "ops": words, "sets": [[sorted(place[op] for op in each) for each in ops] for ops in sets]}
    path.write_bytes(tensorfile.dump(stored, json.dumps(told, separators=(",", ":"))))


def read(path: Path, key: str) -> dict[str, RightWay]:
    """The ways of every check; none where there is no file, it is damaged, or it belongs to other numbers."""
    try:
        stored, note = tensorfile.parse(path.read_bytes())
        told = json.loads(note)
        if told["key"] != key:
            return {}
        words = told["ops"]
        sets = [(frozenset(words[n] for n in following), frozenset(words[n] for n in later))
                for following, later in told["sets"]]  # fmt: skip
        ways = {}
        for check, part in stored.items():
            packed = np.frombuffer(part.data, "<i8").tolist()
            ways[check] = RightWay({each >> 16: sets[each & 0xFFFF] for each in packed})
        return ways
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return {}
