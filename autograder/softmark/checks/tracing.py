"""One call, watched: every operation with its line, what it was made from, and a print of what came out.

Works for torch, with torch's own hook for functions: one step for each operation as it is written. It runs where the
code runs (the worker, a student's machine, the trusted process), so what it says of student code is a claim, and
`claimed` takes of it only what can be one.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
LOW, HIGH = -900.0, 1e30
"""Scores below the first shut a key out, whatever the number: −∞, −1e9 and −1e4 are one value here."""
GIVEN = "given"
"""The step of a tensor that the call did not make: an argument, a parameter, something kept from an earlier call."""


@dataclass
class Step:
    """One operation."""

    op: str
    parents: tuple[int, ...]
    """Steps that made its inputs. What came from outside (arguments, parameters) is a step of its own: GIVEN."""
    frames: tuple[tuple[str, int], ...]
    """File and line, from the operation outwards, in the files that are followed."""
    prints: tuple[int, ...] = ()
    """Of its result, in every order of its axes, the order it has first; empty where it cannot be followed."""


@dataclass
class Watched:
    steps: list[Step] = field(default_factory=list)
    results: tuple[int, ...] = ()
    """The steps that made what the call returned."""
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
                if len(steps) <= MOST_STEPS and all(_is_count(number, len(steps)) for number in results[:8]):
                    made = [_step(each, place, lines) for place, each in enumerate(steps)]
                    return Watched(made, tuple(results[:8]), followed=followed)
        raise ValueError("a call that cannot have been watched so")


def _step(told: Any, place: int, lines: Mapping[str, int]) -> Step:
    match told:
        case [str(op), list(parents), list(frames), list(prints)] if len(op) <= 60:
            sound = all(_is_count(parent, place) for parent in parents) and len(parents) <= 64
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

SMALL = 1024
"""Entries of a value whose orders are looked at together."""
_FINE = 2e-3
_CLOSE = 2e-5
"""A number is rounded to the width of the first; within the second of an edge it counts on both sides."""


def print_of(array: Any, spread: bool = False) -> list[int]:
    """Short prints of a value, shape apart: one, or with `spread` all that rounding may turn it into."""
    return [] if (flat := _numbers(array)) is None else list(_prints(flat, None, spread))


def prints_in_every_order(array: Any) -> list[int]:
    """The prints of a value for every order of its axes; axes of length 1 have no place in an order."""
    flat = _numbers(array)
    if flat is None:
        return []
    shape = tuple(size for size in values.shape_of(array) if size != 1)
    return list(_prints(flat, shape if 2 <= len(shape) <= 4 else None, False))


def _prints(flat: Any, shape: tuple[int, ...] | None, spread: bool) -> Iterator[int]:
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


def _places(kinds: Iterable[Any], shape: tuple[int, ...] | None, order: tuple[int, ...] | None) -> str:
    turned = kinds if shape is None else [kind.reshape(shape).transpose(order) for kind in kinds]
    return "".join(f":{hashlib.blake2b(np.packbits(kind).tobytes(), digest_size=5).hexdigest()}" for kind in turned)


def _hashed(text: str) -> int:
    """40 bits: enough that two values of a check never share them, and nothing of a value can be read from them."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=5).digest(), "big")


def _numbers(array: Any) -> Any:
    if not values.is_array(array) or values.device_name(array) == "meta":
        return None
    if int(np.prod(values.shape_of(array))) > MOST_ENTRIES:
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


# Watching -------------------------------------------------------------------------------------------------------------

_WRITERS = ("__setitem__", "index_put_", "copy_", "scatter_", "index_copy_", "index_fill_", "fill_", "masked_scatter_")


def is_write(op: str) -> bool:
    """Whether an operation changes its first input."""
    return op in _WRITERS or (op.endswith("_") and not op.endswith("__"))


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

    def __init__(self, files: frozenset[str], spread: bool, keep: frozenset[int]) -> None:
        self.files = files
        self.spread = spread
        self.keep = keep
        self.values: dict[int, Any] = {}
        self.watched = Watched()
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
        if len(self.watched.steps) + len(inputs) >= MOST_STEPS:
            self.watched.followed = False
            return func(*args, **kwargs)
        frames = self._frames()
        parents = tuple(self._maker(each, frames) for each in inputs)
        out = func(*args, **kwargs)
        number = len(self.watched.steps)
        made = list(_tensors(out)) if out is not None else []
        if is_write(name) and inputs:
            base = inputs[0]
            self.watched.steps.append(Step(name, parents, frames))
            self._owns(base, number)
            self.pending[number] = base
            return out
        if not made:
            return out
        for each in made:
            self._made(Step(name, parents, frames, self._prints(each)), each)
        return out

    def whole(self, name: str, given: Any, call: Callable[[], Any]) -> Any:
        """A call that is one step, whatever it does inside."""
        inputs = list(_tensors(given))
        with values.torch_module()._C.DisableTorchFunction():
            if len(self.watched.steps) + len(inputs) >= MOST_STEPS:
                self.watched.followed = False
                return call()
            frames = self._frames()
            parents = tuple(self._maker(each, frames) for each in inputs)
            out = call()
            for each in _tensors(out):
                self._made(Step(name, parents, frames, self._prints(each)), each)
        return out

    def _property(self, func: Any, args: Any, kwargs: Any) -> Any:
        out = func(*args, **kwargs)
        if values.is_tensor(out) and args and values.is_tensor(args[0]):  # .T, .mT, .data
            frames = self._frames()
            parent = self._maker(args[0], frames)
            self._made(Step("view", (parent,), frames, self._prints(out)), out)
        return out

    def _prints(self, tensor: Any) -> tuple[int, ...]:
        """On a right way as it is, and as rounding may turn it; in somebody's code in every order of its axes."""
        return tuple(print_of(tensor, spread=True) if self.spread else prints_in_every_order(tensor))

    def _maker(self, tensor: Any, frames: tuple[tuple[str, int], ...]) -> int:
        """The step that made a tensor, its print taken: one from outside becomes a step where it is first used."""
        if id(tensor) not in self.makers:
            self._made(Step(GIVEN, (), frames, self._prints(tensor)), tensor)
        number = self.makers[id(tensor)]
        self._settle(number)
        return number

    def _made(self, step: Step, tensor: Any) -> None:
        number = len(self.watched.steps)
        self.watched.steps.append(step)
        self._owns(tensor, number)
        if number in self.keep:
            self.values[number] = tensor.detach().clone()

    def _owns(self, tensor: Any, number: int) -> None:
        self.kept.append(tensor)
        self.makers[id(tensor)] = number

    def _settle(self, number: int) -> None:
        """What was written into is read now: it is as full as it will be."""
        if number in self.pending:
            tensor = self.pending.pop(number)
            self.watched.steps[number].prints = self._prints(tensor)
            if number in self.keep:
                self.values[number] = tensor.detach().clone()

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
        self.watched.results = tuple(self._maker(each, ()) for each in _tensors(answer))


_looking: list[_Follower] = []
"""Who looks on now, if anybody does."""


def one_step(name: str, given: Any, call: Callable[[], Any]) -> Any:
    """Make a call that is one operation to whoever looks on: what stands in for an earlier task."""
    return _looking[-1].whole(name, given, call) if _looking else call()


class Tracer:
    """Runs calls and keeps how each answer came about; with `spread`, as a right way to compare with.

    Given to an Executor as its `follow`. Without torch nothing can be followed, and nothing is kept.
    """

    def __init__(self, files: frozenset[str], *, spread: bool = False, keep: Iterable[int] = ()) -> None:
        self._files = files
        self._spread = spread
        self._keep = frozenset(keep)
        self.calls: list[Watched] = []
        self.values: dict[int, Any] = {}
        """Of the last call: what the steps that are to be kept (by number) came to."""

    def __call__(self, call: Callable[[], Any]) -> Any:
        if values.torch_module() is None:
            return call()
        follower = _Follower(self._files, self._spread, self._keep)
        _looking.append(follower)
        try:
            with _mode()(follower):
                answer = call()
        finally:
            _looking.pop()
        follower.returned(answer)
        self.calls.append(follower.watched)
        self.values = follower.values
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
