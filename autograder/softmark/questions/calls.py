"""Makes the calls of checks again, with other sizes and with small whole numbers.

Sizes within a check are pairwise distinct, so one size is one axis wherever it occurs: each is replaced by another,
everywhere. What does not fit together then raises an error in the program, and another set of sizes is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..checks import values
from ..checks.numpy_if_there import np
from ..checks.request import Request
from ..checks.values import HandleRef, Rng

TRIES = 8


@dataclass(frozen=True)
class Call:
    """A function asked for by a task, with what has to be constructed before it."""

    task: str
    target: str
    """ "attention.softmax", "multihead.MultiHeadAttention.forward"."""
    requests: tuple[Request, ...]

    @property
    def last(self) -> Request:
        return self.requests[-1]

    @property
    def is_plain(self) -> bool:
        """Whether it is one call of a function."""
        return len(self.requests) == 1


def calls(runs: Mapping[str, Sequence[Sequence[Request]]], targets: Mapping[str, str]) -> list[Call]:
    """The first usable call of each function that a task asks for (`targets`: full name → task)."""
    found: dict[str, Call] = {}
    for task, checks in runs.items():
        for requests in checks:
            if (call := _first(task, requests)) and targets.get(call.target) == task:
                found.setdefault(call.target, call)
    return list(found.values())


def _first(task: str, requests: Sequence[Request]) -> Call | None:
    """The first call of a check, with the constructions before it; none where something else comes in between."""
    made: dict[str, str] = {}
    before: list[Request] = []
    for request in requests:
        head, _, method = request.target.partition(".")
        if not _usable(request):
            return None
        if request.op in ("call", "observe") and not request.target.rpartition(".")[2][:1].isupper():
            target = f"{made[head]}.{method or 'forward'}" if head in made else request.target
            return Call(task, target, (*before, replace(request, op="call")))
        if request.op != "call":
            return None
        made[f"#{len(made)}"] = request.target
        before.append(request)
    return None


def _usable(request: Request) -> bool:
    parts = [*_leaves(request.args), *_leaves(request.kwargs)]
    devices = [values.device_name(part) for part in parts if values.is_array(part)]
    words = {name for name in request.kwargs if name not in ("dtype", "weights", "train")}
    texts = any(isinstance(part, str) for name in words for part in _leaves(request.kwargs[name]))
    return "meta" not in devices and not texts and not any(isinstance(part, HandleRef | Rng) for part in parts)


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in _leaves(part)]
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value]


def resized(call: Call, sizes: Sequence[int], dice: random.Random, dtype: str = "") -> Call:
    """The call with sizes drawn from `sizes` and small whole numbers in its arrays; `dtype` for all real numbers."""
    arrays = [array for request in call.requests for _, array in values.arrays_in([request.args, request.kwargs])]
    known = sorted({size for array in arrays for size in values.shape_of(array) if size > 1})
    drawn = dice.sample(sizes, len(known)) if len(known) <= len(sizes) else dice.choices(sizes, k=len(known))
    mapped = dict(zip(known, drawn, strict=True))

    def other(value: Any) -> Any:
        if values.is_array(value):
            return _array(value, tuple(mapped.get(size, size) for size in values.shape_of(value)), dice, dtype)
        if type(value) is int:
            return mapped.get(value, dice.choice((2, 3)) if value > 1 else value)
        if isinstance(value, dict):
            return {key: other(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(other(part) for part in value)
        return value

    made = [replace(each, args=other(each.args), kwargs=_typed(other(each.kwargs), dtype)) for each in call.requests]
    return replace(call, requests=tuple(made))


def _typed(kwargs: dict[str, Any], dtype: str) -> dict[str, Any]:
    return {**kwargs, "dtype": dtype} if dtype and "weights" in kwargs else kwargs


def _array(like: Any, shape: tuple[int, ...], dice: random.Random, dtype: str) -> Any:
    kind = values.dtype_name(like)
    count = int(np.prod(shape))
    numbers: list[int]
    if kind == "bool":
        numbers = [int(dice.random() < 0.5) for _ in range(count)]
        for start in range(0, count, shape[-1] if shape else 1):
            numbers[start] = 1  # of a row that is all False nothing need be said
    elif kind.startswith("int"):
        numbers = [dice.randrange(2) for _ in range(count)]
    else:
        kind, numbers = dtype or kind, [dice.choice((-1, 0, 1, 1, 2, 3)) for _ in range(count)]
    made = np.array(numbers, dtype="float64" if kind.startswith(("float", "bfloat")) else kind).reshape(shape)
    torch = values.torch_module()
    if torch is None or not values.is_tensor(like):
        return made.astype(kind)
    return torch.from_numpy(made).to(getattr(torch, kind))
