"""The account of one watched call: every operation with its line, what it was made from, and fingerprints of its
result.

It is made where the code runs (watched_calls.py). What a worker tells of a student's code is a claim, and
`Watched.from_json` takes of it only what can be one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MOST_STEPS = 1500
MOST_FINGERPRINTS = 24
"""Orders of four axes."""
MOST_FRAMES = 12
MOST_AXES = 64
MOST_PARENTS = 64
MOST_RESULTS = 8
MOST_TOLD = 2 << 20
"""Characters of an account."""
GIVEN = "given"
"""The step of a tensor that the call did not make: an argument, a parameter."""
KEPT = "kept"
"""The same of one that an earlier call made; its lines are those where that was."""


class Step(NamedTuple):
    """One operation."""

    op: str
    parents: tuple[int, ...]
    """Steps that made its inputs. What came from outside (arguments, parameters) is a step of its own: GIVEN."""
    frames: tuple[tuple[str, int], ...]
    """File and line, from the operation outwards, in the files that are followed."""
    fingerprints: tuple[int, ...] = ()
    """Of its result, in every order of its axes, the order it has first; empty where it cannot be followed."""
    dtype: str = ""
    """Of its result."""
    overflows: bool = False
    """Its result holds NaN or +∞. (−∞ is what hides a key.)"""
    cuts: bool = False
    """No gradient goes back from its result, though one was wanted of what it was made from."""
    shape: tuple[int, ...] = ()
    """Of its result, without axes of length 1."""


@dataclass
class Watched:
    steps: list[Step] = field(default_factory=list)
    results: tuple[int, ...] = ()
    """The steps that made what the call returned."""
    followed: bool = True
    """False where something could not be followed: then nothing is said."""

    def plain(self) -> dict[str, Any]:
        """The call as plain data, for the wire."""
        return {"steps": self.steps, "results": self.results, "followed": self.followed}

    def to_json(self) -> str:
        """The same as one text: of a long answer, lists would be more parts than a reply may have."""
        return json.dumps(self.plain())

    @staticmethod
    def from_json(text: Any, lines: Mapping[str, int]) -> Watched:
        """What a worker says of its own code; ValueError unless it could be so. `lines` maps each file that the
        submission has → how many lines it has: nothing else can be named."""
        try:
            told = json.loads(text) if isinstance(text, str) and len(text) <= MOST_TOLD else None
        except RecursionError:
            told = None
        match told:
            case {"steps": list(steps), "results": list(results), "followed": bool(followed)}:
                results = results[:MOST_RESULTS]
                if len(steps) <= MOST_STEPS and _are_counts(results, len(steps)):
                    made = [_step(each, place, lines) for place, each in enumerate(steps)]
                    return Watched(made, tuple(results), followed)
        raise ValueError("a call that cannot have been watched so")


def _step(told: Any, place: int, lines: Mapping[str, int]) -> Step:
    match told:
        case [str(op), list(up), list(frames), list(own), str(dtype), bool(over), bool(cuts), list(shape)]:
            sound = _are_counts(up, place, MOST_PARENTS) and _are_counts(shape, 1 << 40, MOST_AXES)
            sound = sound and _are_counts(own, 1 << 40, MOST_FINGERPRINTS)
            if sound and len(frames) <= MOST_FRAMES and len(op) <= 60 and len(dtype) <= 20:
                named = tuple(_frame(each, lines) for each in frames)
                return Step(op, tuple(up), named, tuple(own), dtype, over, cuts, tuple(shape))
    raise ValueError("a step that cannot be one")


def _frame(told: Any, lines: Mapping[str, int]) -> tuple[str, int]:
    match told:
        case [str(file), int(line)] if file in lines and line > 0 and _are_counts([line], lines[file] + 1):
            return file, line
    raise ValueError("a line that is not there")


def _are_counts(told: list[Any], below: int, most: int = MOST_STEPS) -> bool:
    """Whether these are whole numbers from nothing up, no more than so many (`True` is none)."""
    return len(told) <= most and all(type(each) is int and 0 <= each < below for each in told)
