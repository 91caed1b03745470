"""One call, watched: every operation with its line, what it was made from, and a print of what came out.

Works for torch, with torch's own hook for functions: one step for each operation as it is written. It runs where the
code runs (the worker, a student's machine, the trusted process), so what it says of student code is a claim, and
`claimed` takes of it only what can be one.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np

from . import values

MOST_STEPS = 1500
MOST_PRINTS = 24
"""Orders of four axes."""
MOST_ENTRIES = 200_000
"""Entries of one array that are looked at: checks are small, and whoever makes them large is not followed."""
MOST_FRAMES = 12
LOW = -900.0
"""Scores below this shut a key out, whatever the number: −∞, −1e9 and −1e4 are one value here."""


@dataclass
class Step:
    """One operation."""

    op: str
    parents: tuple[int, ...]
    """Steps that made its inputs; −1 for what came from outside: arguments, parameters, constants."""
    frames: tuple[tuple[str, int], ...]
    """File and line, from the operation outwards, in the files that are followed."""
    prints: tuple[int, ...] = ()
    """Of its result, in every order of its axes, the order it has first; empty where it cannot be followed."""


@dataclass
class Watched:
    steps: list[Step] = field(default_factory=list)
    results: tuple[int, ...] = ()
    """The steps that made what the call returned."""
    given: tuple[int, ...] = ()
    """Prints of what came from outside and was used: arguments and parameters."""
    followed: bool = True
    """False where something could not be followed: then nothing is said."""

    def plain(self) -> dict[str, Any]:
        """For the wire."""
        steps = [[step.op, list(step.parents), [list(frame) for frame in step.frames], list(step.prints)]
                 for step in self.steps]  # fmt: skip
        return {"steps": steps, "results": list(self.results), "followed": self.followed}

    @staticmethod
    def claimed(told: Any, lines: Mapping[str, int]) -> Watched:
        """What a worker says of its own code; ValueError unless it could be so. `lines` maps each file that the
        submission has → how many lines it has: nothing else can be named."""
        match told:
            case {"steps": list(steps), "results": list(results), "followed": bool(followed)}:
                if len(steps) <= MOST_STEPS and all(_is_count(number, len(steps), -1) for number in results[:8]):
                    made = [_step(each, place, lines) for place, each in enumerate(steps)]
                    return Watched(made, tuple(results[:8]), followed=followed)
        raise ValueError("a call that cannot have been watched so")


def _step(told: Any, place: int, lines: Mapping[str, int]) -> Step:
    match told:
        case [str(op), list(parents), list(frames), list(prints)] if len(op) <= 60:
            sound = all(_is_count(parent, place, -1) for parent in parents) and len(parents) <= 64
            sound = sound and len(prints) <= MOST_PRINTS and all(_is_count(each, 1 << 40) for each in prints)
            if sound and len(frames) <= MOST_FRAMES:
                return Step(op, tuple(parents), tuple(_frame(each, lines) for each in frames), tuple(prints))
    raise ValueError("a step that cannot be one")


def _frame(told: Any, lines: Mapping[str, int]) -> tuple[str, int]:
    match told:
        case [str(file), int(line)] if file in lines and _is_count(line, lines[file] + 1, 1):
            return file, line
    raise ValueError("a line that is not there")


def _is_count(value: Any, below: int, least: int = 0) -> bool:
    return type(value) is int and least <= value < below


# Prints ---------------------------------------------------------------------------------------------------------------

_FINE = 2e-3
_CLOSE = 2e-5
"""A number is rounded to the width of the first; within the second of an edge it counts on both sides."""


def print_of(array: Any, spread: bool = False) -> list[int]:
    """Short prints of a value, shape apart: one, or with `spread` all that rounding may turn it into."""
    flat = _numbers(array)
    if flat is None:
        return []
    broken = int(np.isnan(flat).sum())
    flat = np.clip(np.nan_to_num(flat, nan=0.0, posinf=1e30, neginf=LOW), LOW, 1e30)
    norm = float(np.sqrt(np.square(flat / (top := max(float(np.abs(flat).max(initial=0.0)), 1e-30))).sum())) * top
    unit = flat / norm if norm > 1e-20 else flat * 0.0
    first, second = _directions(flat.size)
    size = np.log(norm) if norm > 1e-20 else -50.0
    numbers = (float(unit @ first), float(unit @ second), float(size))
    texts = [f"{flat.size}:{broken}"]
    for number in numbers:
        edges = {int((number + shift) // _FINE) for shift in ((-_CLOSE, _CLOSE) if spread else (0.0,))}
        texts = [f"{text}:{edge}" for text in texts for edge in sorted(edges)]
    return [_hashed(text) for text in texts]


def _hashed(text: str) -> int:
    """40 bits: enough that two values of a check never share them, and nothing of a value can be read from them."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=5).digest(), "big")


def prints_in_every_order(array: Any) -> Iterator[int]:
    """The prints of a value for every order of its axes; axes of length 1 have no place in an order."""
    flat = _numbers(array)
    if flat is None:
        return
    whole = values.as_numpy(array).astype(np.float64)
    whole = whole.reshape([size for size in whole.shape if size != 1])
    orders = permutations(range(whole.ndim)) if whole.ndim <= 4 else [tuple(range(whole.ndim))]
    for order in orders:
        yield from print_of(whole.transpose(order))


def _numbers(array: Any) -> Any:
    if not values.is_array(array) or values.device_name(array) == "meta":
        return None
    if int(np.prod(values.shape_of(array))) > MOST_ENTRIES:
        return None
    return values.as_numpy(array).astype(np.float64).reshape(-1)


@lru_cache(maxsize=512)
def _directions(size: int) -> tuple[Any, Any]:
    places = np.arange(size)
    return np.cos(2.3 * places + 0.7), np.cos(0.9 * places * places + 1.9 * places + 0.2)


# Watching -------------------------------------------------------------------------------------------------------------

_WRITERS = ("__setitem__", "index_put_", "copy_", "scatter_", "index_copy_", "index_fill_", "fill_", "masked_scatter_")


@lru_cache(maxsize=1)
def _mode() -> Any:
    torch = values.torch_module()
    base: Any = torch.overrides.TorchFunctionMode

    class Watching(base):  # type: ignore[misc]
        def __init__(self, follower: _Follower) -> None:
            super().__init__()
            self.follower = follower

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = kwargs or {}
            return self.follower.step(func, args, kwargs)

    return Watching


class _Follower:
    """Who made which tensor."""

    def __init__(self, files: frozenset[str], spread: bool) -> None:
        self.files = files
        self.spread = spread
        self.watched = Watched()
        self.given: set[int] = set()
        self.makers: dict[int, int] = {}
        self.kept: list[Any] = []
        """Every tensor that was met: an address must not be used twice."""
        self.pending: dict[int, Any] = {}
        """Step → the tensor that it writes into, not yet printed."""

    def step(self, func: Any, args: Any, kwargs: Any) -> Any:
        name = getattr(func, "__name__", str(func))
        if name == "__get__":
            return self._property(func, args, kwargs)
        inputs = list(_tensors((args, list(kwargs.values()))))
        parents = tuple(self.makers.get(id(each), -1) for each in inputs)
        for parent in parents:
            self._settle(parent)
        if self.spread:
            for each, parent in zip(inputs, parents, strict=True):
                if parent < 0:
                    self.given.update(self._prints(each))
        frames = self._frames()
        out = func(*args, **kwargs)
        if len(self.watched.steps) >= MOST_STEPS:
            self.watched.followed = False
            return out
        number = len(self.watched.steps)
        writes = name in _WRITERS or (name.endswith("_") and not name.endswith("__"))
        made = list(_tensors(out)) if out is not None else []
        if writes and inputs:
            base = inputs[0]
            self.watched.steps.append(Step(name, parents, frames))
            self._owns(base, number)
            self.pending[number] = base
            return out
        if not made:
            return out
        for each in made:
            place = len(self.watched.steps)
            self.watched.steps.append(Step(name, parents, frames, self._prints(each)))
            self._owns(each, place)
        return out

    def _property(self, func: Any, args: Any, kwargs: Any) -> Any:
        out = func(*args, **kwargs)
        if values.is_tensor(out) and args and values.is_tensor(args[0]):  # .T, .mT, .data
            parent = self.makers.get(id(args[0]), -1)
            self._settle(parent)
            self.watched.steps.append(Step("view", (parent,), self._frames(), self._prints(out)))
            self._owns(out, len(self.watched.steps) - 1)
        return out

    def _prints(self, tensor: Any) -> tuple[int, ...]:
        """On a right way as it is, and as rounding may turn it; in somebody's code in every order of its axes."""
        return tuple(print_of(tensor, spread=True) if self.spread else prints_in_every_order(tensor))

    def _owns(self, tensor: Any, number: int) -> None:
        self.kept.append(tensor)
        self.makers[id(tensor)] = number

    def _settle(self, number: int) -> None:
        """What was written into is read now: it is as full as it will be."""
        if number in self.pending:
            tensor = self.pending.pop(number)
            self.watched.steps[number].prints = self._prints(tensor)

    def _frames(self) -> tuple[tuple[str, int], ...]:
        found: list[tuple[str, int]] = []
        frame: Any = sys._getframe(2)
        while frame is not None and len(found) < MOST_FRAMES:
            name = frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
            if name in self.files:
                found.append((name, frame.f_lineno))
            frame = frame.f_back
        return tuple(found)

    def returned(self, answer: Any) -> None:
        made = [self.makers.get(id(each), -1) for each in _tensors(answer)]
        for number in made:
            self._settle(number)
        self.watched.results = tuple(made)
        self.watched.given = tuple(sorted(self.given))


class Tracer:
    """Runs calls and keeps how each answer came about; with `spread`, as a right way to compare with.

    Given to an Executor as its `follow`. Without torch nothing can be followed, and nothing is kept.
    """

    def __init__(self, files: frozenset[str], *, spread: bool = False) -> None:
        self._files = files
        self._spread = spread
        self.calls: list[Watched] = []

    def __call__(self, call: Callable[[], Any]) -> Any:
        if values.torch_module() is None:
            return call()
        follower = _Follower(self._files, self._spread)
        with _mode()(follower):
            answer = call()
        follower.returned(answer)
        self.calls.append(follower.watched)
        return answer


def _tensors(value: Any, depth: int = 0) -> Iterator[Any]:
    if values.is_tensor(value):
        yield value
    elif isinstance(value, Sequence) and not isinstance(value, str) and depth < 4:
        for part in value:
            yield from _tensors(part, depth + 1)
    elif isinstance(value, dict) and depth < 4:
        for part in value.values():
            yield from _tensors(part, depth + 1)
