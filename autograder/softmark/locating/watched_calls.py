"""Watches one call: every operation that torch is asked for becomes a step of an account (account.py).

torch's own hook for functions tells of them. It runs where the code runs: in a worker, or in the build over staff's
code.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from ..checks import values
from ..checks.module_names import file_among
from .account import GIVEN, KEPT, MOST_FRAMES, MOST_STEPS, Step, Watched
from .fingerprints import in_every_order, overflows, shape_without_ones, spread

Frames = tuple[tuple[str, int], ...]
_WRITERS = ("__setitem__", "index_put_", "copy_", "scatter_", "index_copy_", "index_fill_", "fill_", "masked_scatter_")
_ARITHMETIC = frozenset({"add", "sub", "rsub", "mul", "div", "pow", "__rsub__", "__rdiv__", "__rpow__"})
_BY_A_NUMBER = " by a number"
"""Half of a value is no quotient of two."""


def is_write(op: str) -> bool:
    """Whether an operation changes its first input."""
    return op in _WRITERS or (op.endswith("_") and not op.endswith("__"))


class Tracer:
    """Runs calls and keeps how each answer came about; with `as_right`, as a right way to compare with.

    Given to an Executor as its `follow`. Steps have lines in `files` alone.
    """

    def __init__(self, files: frozenset[str], *, as_right: bool = False) -> None:
        self._files, self._as_right = files, as_right
        self.calls: list[Watched] = []

    def __call__(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        follower = _Follower(self._files, self._as_right)
        with _looking(follower), _torch_mode()(follower):
            answer = call(*given, **named)
        follower.returned(answer)
        self.calls.append(follower.watched)
        return answer


def one_step(name: str, given: Any, call: Callable[[], Any]) -> Any:
    """Run a call that counts as one operation for whoever watches: a stand-in for an earlier task."""
    return _followers[-1].whole(name, given, call) if _followers else call()


_followers: list[_Follower] = []
"""Who looks on now, if anybody does."""
_made_before: dict[int, tuple[weakref.ref[Any], Frames]] = {}
"""Tensors that earlier calls made, with the lines: one that is met again was kept."""


@contextmanager
def _looking(follower: _Follower) -> Iterator[None]:
    for number in [number for number, (made, _) in _made_before.items() if made() is None]:
        del _made_before[number]
    _followers.append(follower)
    try:
        yield
    finally:
        _followers.pop()


@lru_cache(maxsize=1)
def _torch_mode() -> Any:
    """torch's hook for functions; called with a follower, it is a context."""
    base: Any = values.torch_module().overrides.TorchFunctionMode

    class Watching(base):  # type: ignore[misc]
        def __init__(self, follower: _Follower) -> None:
            super().__init__()
            self.follower = follower

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return self.follower.step(func, args, kwargs or {})

    return Watching


class _Follower:
    """Knows which step made which tensor."""

    def __init__(self, files: frozenset[str], as_right: bool) -> None:
        self._files, self._as_right = files, as_right
        self.watched = Watched()
        self._steps = self.watched.steps
        self._makers: dict[int, int] = {}
        """The address of a tensor → the step that made it last."""
        self._met: list[tuple[Any, int]] = []
        """Every tensor that was met, with its step: an address must not be used twice."""
        self._pending: dict[int, Any] = {}
        """Step → the tensor that it writes into, not yet looked at."""

    def step(self, func: Any, args: Any, kwargs: Any) -> Any:
        """Do what torch was asked for, and look on."""
        name = getattr(func, "__name__", str(func))
        inputs = _tensors((args, kwargs))
        if name == "__get__":  # .T, .mT, .data; most others give no tensor
            out = func(*args, **kwargs)
            return self._noted("view", inputs, out) if values.is_tensor(out) else out
        if name in _ARITHMETIC and len(inputs) == 1:
            name += _BY_A_NUMBER
        if self._is_full(inputs):
            return func(*args, **kwargs)
        frames = self._frames()
        parents = tuple(self._maker(each, frames) for each in inputs)  # as they are before anything is written
        out = func(*args, **kwargs)
        if is_write(name) and inputs:
            self._pending[len(self._steps)] = inputs[0]
            self._made(Step(name, parents, frames, dtype=values.dtype_name(inputs[0])), inputs[0])
        else:
            self._results(name, parents, frames, inputs, out)
        return out

    def whole(self, name: str, given: Any, call: Callable[[], Any]) -> Any:
        """Run a call as one step, whatever it does inside."""
        with values.torch_module()._C.DisableTorchFunction():
            return self._noted(name, _tensors(given), call())

    def returned(self, answer: Any) -> None:
        self.watched.results = tuple(self._maker(each, ()) for each in _tensors(answer))
        if not self._as_right:
            for tensor, _ in self._met:
                step = self._steps[self._makers[id(tensor)]]
                if step.op not in (GIVEN, KEPT):
                    _made_before[id(tensor)] = weakref.ref(tensor), step.frames

    def _noted(self, name: str, inputs: list[Any], out: Any) -> Any:
        """What came of an operation that writes into nothing."""
        if not self._is_full(inputs):
            frames = self._frames()
            parents = tuple(self._maker(each, frames) for each in inputs)
            self._results(name, parents, frames, inputs, out)
        return out

    def _results(self, name: str, parents: tuple[int, ...], frames: Frames, inputs: list[Any], out: Any) -> None:
        for each in _tensors(out):
            step = Step(name, parents, frames)
            self._made(self._looked_at(step, each, _cuts(name, each, inputs)), each)

    def _is_full(self, inputs: list[Any]) -> bool:
        if len(self._steps) + len(inputs) >= MOST_STEPS:
            self.watched.followed = False
        return not self.watched.followed

    def _looked_at(self, step: Step, tensor: Any, cuts: bool = False) -> Step:
        """With what is told of its result: on a right way as rounding may turn it, in somebody's code in every order of
        its axes."""
        step = step._replace(shape=shape_without_ones(tensor), dtype=values.dtype_name(tensor))
        if self._as_right:
            return step._replace(fingerprints=spread(tensor))
        return step._replace(fingerprints=in_every_order(tensor), overflows=overflows(tensor), cuts=cuts)

    def _maker(self, tensor: Any, frames: Frames) -> int:
        """The step that made a tensor, looked at: one from outside becomes a step where it is first used."""
        if id(tensor) not in self._makers:
            made, lines = _made_before.get(id(tensor), (lambda: None, ()))
            kept = made() is tensor and not self._as_right
            step = Step(KEPT, (), lines) if kept else Step(GIVEN, (), frames)
            self._made(self._looked_at(step, tensor), tensor)
        number = self._makers[id(tensor)]
        if number in self._pending:  # what was written into is as full as it will be
            self._steps[number] = self._looked_at(self._steps[number], self._pending.pop(number))
        return number

    def _made(self, step: Step, tensor: Any) -> None:
        number = len(self._steps)
        self._steps.append(step)
        self._met.append((tensor, number))
        self._makers[id(tensor)] = number

    def _frames(self) -> Frames:
        found: list[tuple[str, int]] = []
        frame: Any = sys._getframe(2) if self._files else None
        while frame is not None and len(found) < MOST_FRAMES:
            if name := file_among(frame.f_code.co_filename, self._files):
                found.append((name, frame.f_lineno))
            frame = frame.f_back
        return tuple(found)


def _cuts(name: str, out: Any, inputs: list[Any]) -> bool:
    """Whether no gradient goes back from a result, though one is wanted of what it was made from. What takes only a
    shape takes no numbers."""
    shape_only = name.endswith("_like") or name.startswith("new_")
    wanted = any(each.requires_grad for each in inputs) and out.is_floating_point() and not out.requires_grad
    return wanted and not shape_only


def _tensors(value: Any) -> list[Any]:
    return [part for _, part in values.arrays_in(value) if values.is_tensor(part)]
