"""Asks for each thing of a batch by itself.

A check asks for a whole batch at once, (B, n, d). Code that was written for one sequence, (n, d), gets the sequences
one after the other, and what it replies is put together again. So the check, the reference beside it and the known
mistakes need not know that the code was asked in another form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from . import values
from .numpy_if_there import np
from .request import Outcome, Request
from .student import Student

ASKS = ("call", "observe", "grad")


class OneAtATime:
    """A Port that asks for each thing by itself."""

    def __init__(self, student: Student, dims: int) -> None:
        """`dims`: of one thing. Arrays with one more hold a batch; all others are for everybody."""
        self._student, self._dims = student, dims

    def perform(self, request: Request) -> Outcome:
        given = [*request.args, *request.kwargs.values()]
        sizes = {values.shape_of(part)[0] for part in given if self._is_batch(part)}
        if request.op not in ASKS or len(sizes) != 1:
            return self._student.ask(request)
        return self._joined(request, [self._student.ask(self._part(request, i)) for i in range(sizes.pop())])

    def _is_batch(self, part: Any) -> bool:
        return values.is_array(part) and len(values.shape_of(part)) == self._dims + 1

    def _part(self, request: Request, number: int) -> Request:
        args = tuple(part[number] if self._is_batch(part) else part for part in request.args)
        named = {name: part[number] if self._is_batch(part) else part for name, part in request.kwargs.items()}
        if request.op == "grad":
            named["grad_part"] = number
        return replace(request, args=args, kwargs=named)

    def _joined(self, request: Request, outcomes: Sequence[Outcome]) -> Outcome:
        inputs = [part for _, part in values.arrays_in((list(request.args), request.kwargs)) if _is_float(part)]
        by_input = zip(*(outcome.by_input for outcome in outcomes), strict=True)
        changed = dict.fromkeys(name for outcome in outcomes for name in outcome.changed)
        return Outcome(
            value=stacked([outcome.value for outcome in outcomes]),
            changed=tuple(changed),
            requires_grad=all(outcome.requires_grad for outcome in outcomes),
            by_input=tuple(
                stacked(parts) if self._is_batch(whole) else _summed(parts)
                for whole, parts in zip(inputs, by_input, strict=False)
            ),
            by_name={name: _summed([each.by_name[name] for each in outcomes]) for name in outcomes[0].by_name},
            printed="".join(outcome.printed for outcome in outcomes),
        )


def stacked(parts: Sequence[Any]) -> Any:
    """Replies put together along a new first dimension; what does not fit together stays as the first one is."""
    first = parts[0]
    if isinstance(first, list | tuple):
        if all(type(part) is type(first) and len(part) == len(first) for part in parts):
            return type(first)(stacked(group) for group in zip(*parts, strict=True))
    elif values.is_array(first) and all(values.is_array(part) and _like(part, first) for part in parts):
        return values.torch_module().stack(list(parts)) if values.is_tensor(first) else np.stack(parts)
    return first


def _like(part: Any, first: Any) -> bool:
    return all(of(part) == of(first) for of in (values.shape_of, values.dtype_name, values.device_name, type))


def _is_float(part: Any) -> bool:
    return "float" in values.dtype_name(part)


def _summed(parts: Sequence[Any]) -> Any:
    there = [part for part in parts if part is not None]
    return sum(there[1:], there[0]) if there else None
