"""Stores the fingerprints of every value that known right solutions compute in a check, and what they do next with
each.

It is made when the assignment is built, from the reference and the right alternatives, on public numbers, and travels
to students and to the server as numbers that spell no solution.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..running import tensorfile
from ..running.tensorfile import Stored
from .watched_calls import GIVEN, Watched

Ops = frozenset[str]
NOTHING: tuple[Ops, Ops] = (frozenset(), frozenset())
END = "end"
"""What is done next with a value that is returned."""
NEAR = 3
"""A step may be missing where right solutions do the next one at most so many steps later; what they do long after it
is another step that has the same name."""
MOST_WORDS = 1 << 7
_FINGERPRINT = (1 << 40) - 1


@dataclass
class RightWay:
    """What right solutions compute in one check."""

    values: dict[int, tuple[Ops, Ops]] = field(default_factory=dict)
    """Fingerprint of a value → the operations that right solutions do with it next, and those that they do soon
    after."""
    words: dict[int, str] = field(default_factory=dict)
    """Fingerprint of a value → what the reference calls it, where that is one thing."""

    def add(self, call: Watched) -> None:
        """Add one right solution, traced with the fingerprints that rounding may turn its values into."""
        steps = call.steps
        uses: dict[int, set[int]] = {}
        for number, step in enumerate(steps):
            for parent in step.parents:
                uses.setdefault(parent, set()).add(number)
        later: dict[int, dict[str, int]] = {}
        for number in reversed(range(len(steps))):
            after = uses.get(number, set())
            following = {steps[use].op for use in after}
            reached: dict[str, int] = {}
            for use in after:
                further = (
                    0 if set(steps[use].fingerprints) & set(steps[number].fingerprints) else 1
                )  # or it is only turned
                for op, far in ((steps[use].op, 0), *((op, far + further) for op, far in later[use].items())):
                    reached[op] = min(far, reached.get(op, NEAR))
            later[number] = {op: far for op, far in reached.items() if far < NEAR}
            given = steps[number].op == GIVEN
            following = set() if given else following | ({END} if number in call.results else set())
            for each in steps[number].fingerprints:
                self._note(each, following, set() if given else set(later[number]))

    def _note(self, value: int, following: set[str], later: set[str]) -> None:
        before = self.values.get(value, NOTHING)
        self.values[value] = (before[0] | following, before[1] | later)

    def knows(self, fingerprints: Iterable[int]) -> bool:
        return any(each in self.values for each in fingerprints)

    def does_next(self, fingerprints: Iterable[int], op: str) -> bool:
        return any(op in self.values[each][0] for each in fingerprints if each in self.values)

    def ends(self, fingerprints: Iterable[int]) -> bool:
        """Whether the value is what some right solution returns."""
        return self.does_next(fingerprints, END)

    def word(self, fingerprints: Iterable[int]) -> str:
        return next((self.words[each] for each in fingerprints if each in self.words), "")

    def skips_to(self, fingerprints: Iterable[int], op: str) -> bool:
        """Whether right solutions do this to the value only later, never next."""
        known = [self.values[each] for each in fingerprints if each in self.values]
        return not any(op in following for following, _ in known) and any(op in later for _, later in known)


def write(path: Path, key: str, ways: Mapping[str, RightWay]) -> None:
    """One file: for each check sorted numbers, 40 bits of a fingerprint, above them 7 for its word and below them 16
    for what is done with it."""
    sets: dict[tuple[Ops, Ops], int] = {}
    words = sorted({word for way in ways.values() for word in way.words.values()})[: MOST_WORDS - 1]
    numbers = {word: number for number, word in enumerate(words, 1)}
    stored = {}
    for check, way in ways.items():
        packed = [
            (numbers.get(way.words.get(value, ""), 0) << 56) | (value << 16) | sets.setdefault(ops, len(sets))
            for value, ops in sorted(way.values.items())
        ]
        array = np.array(packed, dtype="<i8")
        stored[check] = Stored("int64", array.shape, array.tobytes())
    ops = sorted({op for both in sets for each in both for op in each})
    place = {op: number for number, op in enumerate(ops)}
    listed = [[sorted(place[op] for op in each) for each in both] for both in sets]
    note = {"key": key, "ops": ops, "sets": listed, "words": words}
    path.write_bytes(tensorfile.dump(stored, json.dumps(note, separators=(",", ":"))))


class Ways(Mapping[str, RightWay]):
    """The ways of every check, each unpacked when it is first asked for: a wrong answer needs a few of them."""

    def __init__(self, stored: Mapping[str, Stored], note: Mapping[str, Any]) -> None:
        self._stored = stored
        self._ops, self._sets, self._words = list(note["ops"]), list(note["sets"]), ["", *note["words"]]
        self._known: dict[str, RightWay] = {}

    def __getitem__(self, check: str) -> RightWay:
        if check not in self._known:
            try:
                self._known[check] = self._unpacked(self._stored[check])
            except (IndexError, ValueError, TypeError):
                raise KeyError(check) from None  # damaged: as if it were not there
        return self._known[check]

    def _unpacked(self, part: Stored) -> RightWay:
        packed = np.frombuffer(part.data, "<i8").tolist()
        sets = {number: self._both(number) for number in {each & 0xFFFF for each in packed}}
        values = {(each >> 16) & _FINGERPRINT: sets[each & 0xFFFF] for each in packed}
        return RightWay(values, {(each >> 16) & _FINGERPRINT: self._words[each >> 56] for each in packed if each >> 56})

    def _both(self, number: int) -> tuple[Ops, Ops]:
        following, later = self._sets[number]
        return frozenset(self._ops[each] for each in following), frozenset(self._ops[each] for each in later)

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


def read(path: Path, key: str) -> Mapping[str, RightWay]:
    """The ways of every check; none where there is no file, it is damaged, or it belongs to other numbers."""
    try:
        stored, note = tensorfile.parse(path.read_bytes())
        note_fields = json.loads(note)
        return Ways(stored, note_fields) if note_fields["key"] == key else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
