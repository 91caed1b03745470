"""Finds symptoms in a watched call that show a mistake without a right way: where a dtype begins, where numbers
overflow, where the gradient ends, where an argument is written into. Each gives the steps that began it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .account import GIVEN, Step, Watched
from .watched_calls import is_write

_AUGMENTED = frozenset(f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"))
"""x += y changes x, as x.add_(y) does."""
_SHIFTS = frozenset({"max", "amax", "min", "amin", "logsumexp", "cummax"})


def dtype_begins(call: Watched) -> set[int]:
    """Where the dtype of a result that nothing given has comes from."""
    given = {step.dtype for step in call.steps if step.op == GIVEN}
    strange = {call.steps[result].dtype for result in call.results} - given

    def begun(dtype: str) -> set[int]:
        results = [result for result in call.results if call.steps[result].dtype == dtype]
        return _begin(call, results, lambda step: step.dtype == dtype)

    return set().union(*map(begun, strange))


def begins_to_overflow(call: Watched, number: int) -> bool:
    """Whether NaN or +∞ arises in the result of a step, and was not there before."""
    step = call.steps[number]
    return step.overflows and not any(call.steps[parent].overflows for parent in step.parents)


def gradient_ends(call: Watched) -> set[int]:
    """The steps on the way to the results that no gradient goes back through. The largest of some numbers is cut off by
    right solutions too, where it is only taken off them again."""
    steps = call.steps
    cut = {number for number in made_from(call, call.results) if steps[number].cuts}
    return {each for each in cut if not {steps[step].op for step in (each, *steps[each].parents)} & _SHIFTS}


def argument_written(call: Watched) -> set[int]:
    """The steps that write into what the call was given."""
    found = set()
    for number, step in enumerate(call.steps):
        if _changes(step.op) and step.parents:
            base = call.steps[step.parents[0]]
            while _changes(base.op) and base.parents:
                base = call.steps[base.parents[0]]
            if base.op == GIVEN:
                found.add(number)
    return found


def _changes(op: str) -> bool:
    return is_write(op) or op in _AUGMENTED


def _begin(call: Watched, ends: Iterable[int], has_it: Callable[[Step], bool]) -> set[int]:
    """Walk back from steps that have something to those of which nothing that they were made from has it."""
    found: set[int] = set()
    seen: set[int] = set()
    left = list(ends)
    while left:
        number = left.pop()
        if number not in seen:
            seen.add(number)
            before = [parent for parent in call.steps[number].parents if has_it(call.steps[parent])]
            left += before
            found |= set() if before else {number}
    return found


def made_from(call: Watched, ends: Iterable[int]) -> set[int]:
    """These steps and all that they were made from."""
    seen: set[int] = set()
    left = list(ends)
    while left:
        number = left.pop()
        if number not in seen:
            seen.add(number)
            left += call.steps[number].parents
    return seen
