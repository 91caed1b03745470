"""Watches one call: every operation with its line, what it was made from, and a fingerprint of what came out.

One step for each operation as it is written: in torch by torch's own hook for functions, in NumPy by arrays that tell
what is done with them (numpy_steps.py). It runs where the code runs (the worker, a student's machine, the trusted
process), so what it says of student code is a claim, and `validate` takes of it only what can be one.
"""

from __future__ import annotations

import json
import sys
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from ..checks import values
from ..checks.module_names import file_among
from ..checks.numpy_if_there import np
from . import numpy_steps
from .fingerprints import SpreadFingerprints, fingerprints_in_every_order, overflows, shape_without_ones
from .numpy_steps import FollowedArray

MOST_STEPS = 1500
MOST_FINGERPRINTS = 24
"""Orders of four axes."""
MOST_FRAMES = 12
MOST_AXES = 64
MOST_ROUNDS = 64
MOST_TOLD = 2 << 20
"""Characters of an account."""
GIVEN = "given"
"""The step of a tensor that the call did not make: an argument, a parameter."""
KEPT = "kept"
"""The same of one that an earlier call made; its lines are those where that was."""


@dataclass
class Step:
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
    together: tuple[int, ...] = ()
    """Fingerprints of what all rounds of a loop made in this step, laid side by side: right solutions may not loop."""
    shape: tuple[int, ...] = ()
    """Of its result, without axes of length 1."""
    number: float | None = None
    """The plain number that arithmetic was done with."""


@dataclass
class Watched:
    steps: list[Step] = field(default_factory=list)
    results: tuple[int, ...] = ()
    """The steps that made what the call returned."""
    followed: bool = True
    """False where something could not be followed: then nothing is said."""

    def plain(self) -> dict[str, Any]:
        """The call as plain data, for the wire."""
        steps = [[step.op, list(step.parents), [list(frame) for frame in step.frames], list(step.fingerprints),
                  step.dtype, step.overflows, step.cuts, list(step.together), list(step.shape), step.number]
                 for step in self.steps]  # fmt: skip
        return {"steps": steps, "results": list(self.results), "followed": self.followed}

    def to_json(self) -> str:
        """The same as one text: of a long answer, lists would be more parts than a reply may have."""
        return json.dumps(self.plain())

    @staticmethod
    def from_json(text: Any, lines: Mapping[str, int]) -> Watched:
        """A call that `to_json` wrote in a worker; ValueError unless it could be true."""
        if not isinstance(text, str) or len(text) > MOST_TOLD:
            raise ValueError("a call that cannot have been watched so")
        try:
            return Watched.validate(json.loads(text), lines)
        except RecursionError:
            raise ValueError("a call that cannot have been watched so") from None

    @staticmethod
    def validate(data: Any, lines: Mapping[str, int]) -> Watched:
        """What a worker says of its own code; ValueError unless it could be so. `lines` maps each file that the
        submission has → how many lines it has: nothing else can be named."""
        match data:
            case {"steps": list(steps), "results": list(results), "followed": bool(followed)}:
                if len(steps) <= MOST_STEPS and all(_is_count(number, len(steps)) for number in results[:8]):
                    made = [_step(each, place, lines) for place, each in enumerate(steps)]
                    return Watched(made, tuple(results[:8]), followed=followed)
        raise ValueError("a call that cannot have been watched so")


def _step(data: Any, place: int, lines: Mapping[str, int]) -> Step:
    match data:
        case [str(op), list(up), list(frames), list(fingerprints), str(dtype), bool(overflows), bool(cuts), list(more),
              list(shape), None | int() | float() as number]:  # fmt: skip
            sound = all(_is_count(parent, place) for parent in up) and len(up) <= 64
            sound = sound and all(len(each) <= MOST_FINGERPRINTS for each in (fingerprints, more))
            sound = sound and all(_is_count(each, 1 << 40) for each in (*fingerprints, *more))
            sound = sound and len(shape) <= MOST_AXES and all(_is_count(size, 1 << 40) for size in shape)
            if sound and len(frames) <= MOST_FRAMES and len(op) <= 60 and len(dtype) <= 20:
                named = tuple(_frame(each, lines) for each in frames)
                result = (tuple(fingerprints), dtype, overflows, cuts, tuple(more), tuple(shape))
                return Step(op, tuple(up), named, *result, None if number is None else _as_float(number))
    raise ValueError("a step that cannot be one")


def _frame(data: Any, lines: Mapping[str, int]) -> tuple[str, int]:
    match data:
        case [str(file), int(line)] if file in lines and _is_count(line, lines[file] + 1, 1):
            return file, line
    raise ValueError("a line that is not there")


def _as_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf")


def _is_count(value: Any, below: int, least: int = 0) -> bool:
    return type(value) is int and least <= value < below


# Watching -------------------------------------------------------------------------------------------------------------

_WRITERS = ("__setitem__", "index_put_", "copy_", "scatter_", "index_copy_", "index_fill_", "fill_", "masked_scatter_")
_ARITHMETIC = frozenset(
    {"add", "sub", "rsub", "mul", "div", "pow", "__rsub__", "__rdiv__", "__rpow__"}
    | {"subtract", "multiply", "divide", "true_divide", "power"}
)
BY_A_NUMBER = " by a number"
"""Half of a value is no quotient of two."""


def is_write(op: str) -> bool:
    """Whether an operation changes its first input."""
    return op in _WRITERS or (op.endswith("_") and not op.endswith("__"))


class Watcher(Protocol):
    def step(self, func: Any, args: Any, kwargs: Any) -> Any:
        """Do what torch was asked for, and look on."""


@lru_cache(maxsize=1)
def torch_mode() -> Any:
    """torch's hook for functions; called with a Watcher, it is a context."""
    torch = values.torch_module()
    base: Any = torch.overrides.TorchFunctionMode

    class Watching(base):  # type: ignore[misc]
        def __init__(self, follower: Watcher) -> None:
            super().__init__()
            self.follower = follower

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = kwargs or {}
            return self.follower.step(func, args, kwargs)

    return Watching


class _Follower:
    """Knows which step made which tensor."""

    def __init__(self, files: frozenset[str], spread: SpreadFingerprints | None, keep: frozenset[int]) -> None:
        self.files = files
        self.spread = spread
        self.keep = keep
        self.values: dict[int, Any] = {}
        self.watched = Watched()
        self.makers: dict[int, int] = {}
        self.kept: list[Any] = []
        """Every tensor that was met: an address must not be used twice."""
        self.numbers: list[int] = []
        """The step that made each of them."""
        self.pending: dict[int, Any] = {}
        """Step → the tensor that it writes into, not yet printed."""

    def step(self, func: Any, args: Any, kwargs: Any) -> Any:
        name = getattr(func, "__name__", str(func))
        if name == "__get__":
            return self._property(func, args, kwargs)
        inputs = _tensors((args, kwargs))
        if len(self.watched.steps) + len(inputs) >= MOST_STEPS:
            self.watched.followed = False
            return func(*args, **kwargs)
        number = None
        if name in _ARITHMETIC and len(inputs) == 1:
            name += BY_A_NUMBER
            number = _number(args)
        frames = self._frames()
        parents = tuple(self._maker(each, frames) for each in inputs)
        out = func(*args, **kwargs)
        if is_write(name) and inputs:
            self._later(name, inputs, inputs[0])
            return out
        for each in _tensors(out):
            self._made(self._seen(name, parents, frames, each, inputs, number), each)
        return out

    def operation(self, name: str, given: Any, out: Any) -> None:
        """NumPy made something."""
        inputs = _tensors(given)
        if len(self.watched.steps) + len(inputs) >= MOST_STEPS:
            self.watched.followed = False
            return
        frames = self._frames()
        parents = tuple(self._maker(each, frames) for each in inputs)
        number = _number(given[0]) if name in _ARITHMETIC and len(inputs) == 1 else None
        for each in _tensors(out):
            self._made(self._seen(name, parents, frames, each, (), number), each)

    def written(self, name: str, given: Any, base: Any) -> None:
        """NumPy is about to write into an array."""
        self._later(name, _tensors(given), base)

    def derived(self, out: Any, base: Any) -> None:
        """NumPy is about to fill a view or a copy."""
        self._later("view", [base], out)

    def _later(self, name: str, inputs: list[Any], base: Any) -> None:
        """A step whose result is looked at when it is first used."""
        if len(self.watched.steps) + len(inputs) >= MOST_STEPS:
            self.watched.followed = False
            return
        frames = self._frames()
        parents = tuple(self._maker(each, frames) for each in inputs)
        number = len(self.watched.steps)
        self.watched.steps.append(Step(name, parents, frames, dtype=values.dtype_name(base)))
        self._owns(base, number)
        self.pending[number] = base

    def whole(self, name: str, given: Any, call: Callable[[], Any]) -> Any:
        """Run a call as one step, whatever it does inside."""
        inputs = _tensors(given)
        if values.torch_module() is None:
            out = call()
            self.operation(name, given, out)
            return out
        with values.torch_module()._C.DisableTorchFunction():
            if len(self.watched.steps) + len(inputs) >= MOST_STEPS:
                self.watched.followed = False
                return call()
            frames = self._frames()
            parents = tuple(self._maker(each, frames) for each in inputs)
            out = call()
            for each in _tensors(out):
                self._made(self._seen(name, parents, frames, each), each)
        return out

    def _property(self, func: Any, args: Any, kwargs: Any) -> Any:
        out = func(*args, **kwargs)
        if values.is_tensor(out) and args and values.is_tensor(args[0]):  # .T, .mT, .data
            frames = self._frames()
            parent = self._maker(args[0], frames)
            self._made(self._seen("view", (parent,), frames, out, args[:1]), out)
        return out

    def _seen(
        self, op: str, parents: Any, frames: Any, out: Any, inputs: Iterable[Any] = (), number: float | None = None
    ) -> Step:
        fingerprints = self._fingerprints(out)
        shape = shape_without_ones(out)
        if self.spread:
            return Step(op, parents, frames, fingerprints, number=number, shape=shape)
        cuts = (
            values.is_tensor(out)
            and out.is_floating_point()
            and not out.requires_grad
            and any(each.requires_grad for each in inputs)
        )
        cuts = cuts and not op.endswith("_like") and not op.startswith("new_")  # these take a shape, no numbers
        dtype, too_large = values.dtype_name(out), overflows(out)
        return Step(op, parents, frames, fingerprints, dtype, too_large, cuts, number=number, shape=shape)

    def _fingerprints(self, tensor: Any) -> tuple[int, ...]:
        """On a right way as it is, and as rounding may turn it; in somebody's code in every order of its axes."""
        return self.spread.of(tensor) if self.spread else tuple(fingerprints_in_every_order(tensor))

    def _maker(self, tensor: Any, frames: tuple[tuple[str, int], ...]) -> int:
        """The step that made a tensor, its fingerprint taken: one from outside becomes a step where it is first
        used."""
        if id(tensor) not in self.makers:
            made, lines = _made_before.get(id(tensor), (lambda: None, ()))
            kept = not self.spread and made() is tensor
            self._made(self._seen(KEPT if kept else GIVEN, (), lines if kept else frames, tensor), tensor)
        number = self.makers[id(tensor)]
        self._settle(number)
        return number

    def _made(self, step: Step, tensor: Any) -> None:
        number = len(self.watched.steps)
        self.watched.steps.append(step)
        self._owns(tensor, number)
        if number in self.keep:
            self.values[number] = _copied(tensor)

    def _owns(self, tensor: Any, number: int) -> None:
        self.kept.append(tensor)
        self.numbers.append(number)
        self.makers[id(tensor)] = number

    def _settle(self, number: int) -> None:
        """Take the fingerprint of what was written into now: it is as full as it will be."""
        if number in self.pending:
            tensor, step = self.pending.pop(number), self.watched.steps[number]
            step.fingerprints, step.overflows = self._fingerprints(tensor), self.spread is None and overflows(tensor)
            step.shape = shape_without_ones(tensor)
            if number in self.keep:
                self.values[number] = _copied(tensor)

    def _frames(self) -> tuple[tuple[str, int], ...]:
        found: list[tuple[str, int]] = []
        frame: Any = sys._getframe(2) if self.files else None
        while frame is not None and len(found) < MOST_FRAMES:
            name = file_among(frame.f_code.co_filename, self.files)
            if name:
                found.append((name, frame.f_lineno))
            frame = frame.f_back
        return tuple(found)

    def returned(self, answer: Any) -> None:
        answers = _tensors(answer)
        self.watched.results = tuple(self._maker(each, ()) for each in answers)
        if self.spread is None:
            self._lay_rounds_together()
        for each in () if self.spread else self.kept:
            step = self.watched.steps[self.makers[id(each)]]
            if step.op not in (GIVEN, KEPT):
                _made_before[id(each)] = weakref.ref(each), step.frames

    def _lay_rounds_together(self) -> None:
        """What the rounds of a loop made in one step, as one value."""
        rounds: dict[Any, list[tuple[Step, Any]]] = {}
        for tensor, number in zip(self.kept, self.numbers, strict=True):
            step = self.watched.steps[number]
            if step.frames and step.fingerprints and self.makers[id(tensor)] == number and step.op not in (GIVEN, KEPT):
                rounds.setdefault((step.op, step.frames, tensor.shape), []).append((step, tensor))
        for same in rounds.values():
            if 2 <= len(same) <= MOST_ROUNDS:
                arrays = [values.as_numpy(tensor) for _, tensor in same]
                together = tuple(fingerprints_in_every_order(np.stack(arrays)))
                for step, _ in same:
                    step.together = together


_looking: list[_Follower] = []
"""Who looks on now, if anybody does."""
_made_before: dict[int, tuple[Callable[[], Any], tuple[tuple[str, int], ...]]] = {}
"""Tensors that earlier calls made, with the lines: one that is met again was kept."""


def one_step(name: str, given: Any, call: Callable[[], Any]) -> Any:
    """Run a call that counts as one operation for whoever watches: a stand-in for an earlier task."""
    return _looking[-1].whole(name, given, call) if _looking else call()


class Tracer:
    """Runs calls and keeps how each answer came about; with `spread`, as a right way to compare with.

    Given to an Executor as its `follow`. Steps have lines in `files` alone. Tracers of several right solutions may
    share what they know of their values' fingerprints.
    """

    def __init__(
        self, files: frozenset[str], *, spread: bool | SpreadFingerprints = False, keep: Iterable[int] = ()
    ) -> None:
        self._files = files
        self._spread = SpreadFingerprints() if spread is True else spread or None
        self._keep = frozenset(keep)
        self.calls: list[Watched] = []
        self.values: dict[int, Any] = {}
        """Of the last call: what the steps that are to be kept (by number) came to."""

    def __call__(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        for number in [number for number, (made, _) in _made_before.items() if made() is None]:
            del _made_before[number]
        follower = _Follower(self._files, self._spread, self._keep)
        _looking.append(follower)
        try:
            if values.torch_module() is None or numpy_steps.is_numpy((given, named)):
                answer = numpy_steps.watched(follower, call, given, named)
            else:
                with torch_mode()(follower):
                    answer = call(*given, **named)
        finally:
            _looking.pop()
        follower.returned(answer)
        self.calls.append(follower.watched)
        self.values = follower.values
        return numpy_steps.plain(answer)


def _tensors(value: Any) -> list[Any]:
    found: list[Any] = []
    torch = values.torch_module()
    _collect(value, (FollowedArray,) if torch is None else (torch.Tensor, FollowedArray), found, 0)
    return found


def _number(given: Iterable[Any]) -> float | None:
    """The first plain number among what an operation was given."""
    return next((_as_float(each) for each in given if type(each) in (int, float)), None)


def _copied(array: Any) -> Any:
    return array.detach().clone() if values.is_tensor(array) else np.array(array)


def _collect(value: Any, tensor: tuple[type, ...], found: list[Any], depth: int) -> None:
    if isinstance(value, tensor):
        found.append(value)
    elif value is None or isinstance(value, _NO_TENSORS) or depth == 4:
        pass
    elif isinstance(value, dict):
        for part in value.values():
            _collect(part, tensor, found, depth + 1)
    elif isinstance(value, tuple | list | Sequence):  # what is most common first: to ask for the last takes long
        for part in value:
            _collect(part, tensor, found, depth + 1)


_NO_TENSORS = (int, float, str, slice)
"""What most arguments are besides: seen before what takes longer to see."""
