"""Where a wrong value left the right way: the first step of the student's whose result no known right solution has.

The right way of a check is what the reference and every right alternative compute on the check's own numbers: prints of
all their values, and what is done next with each. A wrong result is walked back over steps whose results are on no
right way, until all that a step was made from is on one. That step is where it went wrong. If the wrong result itself
is on a right way, a step is missing after it; if the step found does what right solutions do only later, one is missing
before it.

Silent rather than wrong: several places, steps that cannot be followed, or no line of the task's own: nothing is said.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .right_way import RightWay
from .tracing import Watched

FOLLOWED = ("values", "shape")
"""Kinds of failure whose values can be followed."""
FROM_OUTSIDE = ("tensor", "as_tensor", "from_numpy", "scalar_tensor", "asarray")
"""What makes tensors of plain numbers: where those come from nobody saw."""
MOST_CHECKS = 3
"""Failed checks of an item that are looked at; the line they agree on is shown."""


@dataclass(frozen=True)
class Place:
    """A line of the student's."""

    file: str
    line: int
    missing: bool = False
    """Up to here everything is right, and a step is missing after it."""


def places(call: Watched, right: RightWay, own: Sequence[Owner], target: str) -> set[Place]:
    """Every line where the values of one wrong call leave the right way; empty where that cannot be said."""
    steps = call.steps
    if not call.followed or not call.results or any(number < 0 for number in call.results):
        return set()

    def good(number: int) -> bool:
        return number < 0 or right.knows(steps[number].prints)

    wrong = [number for number in call.results if not good(number)]
    if not wrong:
        return {place for number in call.results if (place := _line(call, number, True, own, target))}
    seen: set[int] = set()
    found: set[Place] = set()
    while wrong:
        number = wrong.pop()
        if number in seen:
            continue
        seen.add(number)
        before = [parent for parent in steps[number].parents if not good(parent)]
        if before:
            wrong += before
            continue
        if steps[number].op in FROM_OUTSIDE:
            return set()
        place = _line(call, *_to_blame(call, number, right), own, target)
        if place is None:
            return set()
        found.add(place)
    return found


def _to_blame(call: Watched, number: int, right: RightWay) -> tuple[int, bool]:
    """All that a wrong step was made from is right: is it this step, one before it, or one that is missing?"""
    op = call.steps[number].op
    made = [parent for parent in call.steps[number].parents if parent >= 0]
    if twin := _twin(call, made):
        return twin, False
    for parent in made:
        prints = call.steps[parent].prints
        if right.skips_to(prints, op):
            return (number, False) if _was_at_hand(call, parent, number, right) else (parent, True)
        if not right.knows(prints[:1]) and right.does_next(prints, op):
            return _turned(call, parent, right), False
    return number, False


def _twin(call: Watched, made: Sequence[int]) -> int | None:
    """An input that was made twice by the same operation, as two values: the second was meant to be another."""
    for first in {_origin(call, parent) for parent in made}:
        value = min(call.steps[first].prints, default=None)
        for place, other in enumerate(call.steps[: max(made)]):
            alike = other.op == call.steps[first].op and min(other.prints, default=None) == value
            if place != first and value is not None and alike:
                return max(first, place) if _origin(call, place) == place else None
    return None


def _origin(call: Watched, number: int) -> int:
    """The step that first had this value, in whatever order of its axes."""
    value = min(call.steps[number].prints, default=None)
    for parent in call.steps[number].parents:
        if parent >= 0 and value is not None and min(call.steps[parent].prints, default=None) == value:
            return _origin(call, parent)
    return number


def _was_at_hand(call: Watched, parent: int, number: int, right: RightWay) -> bool:
    """Whether the value that right solutions use here had been made of this one, and was not used."""
    family = {parent}
    for place in range(parent + 1, number):
        step = call.steps[place]
        if family & set(step.parents) and right.knows(step.prints):
            if right.does_next(step.prints, call.steps[number].op):
                return True
            family.add(place)
    return False


def _turned(call: Watched, number: int, right: RightWay) -> int:
    """The first step after which a value was right only in another order of its axes."""
    for parent in call.steps[number].parents:
        if parent >= 0 and right.knows(call.steps[parent].prints) and not right.knows(call.steps[parent].prints[:1]):
            return _turned(call, parent, right)
    return number


@dataclass(frozen=True)
class Owner:
    """A function of the student's: where it stands, and whether it is one that a task asks for."""

    file: str
    first: int
    last: int
    name: str
    """Full: "multihead.MultiHeadAttention.forward"."""
    asked_for: bool


def owners(sources: Mapping[str, ast.Module], contract: Collection[str]) -> list[Owner]:
    """The functions of a submission (file name → what it says), methods as Class.method."""
    found = []
    for file, tree in sources.items():
        module = file.removesuffix(".py")
        for node in tree.body:
            inner = [(f"{node.name}.", part) for part in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
            for prefix, part in inner:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    name = f"{module}.{prefix}{part.name}"
                    found.append(Owner(file, part.lineno, part.end_lineno or part.lineno, name, name in contract))
    return found


def _line(call: Watched, number: int, missing: bool, own: Sequence[Owner], target: str) -> Place | None:
    """The deepest line of the task's own code: a call into another task's function points at the calling line."""
    chosen: tuple[str, int] | None = None
    for file, line in reversed(call.steps[number].frames):
        owner = next((each for each in own if each.file == file and each.first <= line <= each.last), None)
        if owner is not None and owner.asked_for and owner.name != target and chosen is not None:
            break
        chosen = (file, line)
    return None if chosen is None else Place(*chosen, missing)


def agreed(found: Sequence[set[Place]]) -> Place | None:
    """The one line that the failed checks of an item agree on, or nothing."""
    lines = [{(place.file, place.line) for place in each} for each in found]
    votes = Counter(next(iter(each)) for each in lines if len(each) == 1)
    ranked = votes.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    chosen = ranked[0][0]
    kinds = {place.missing for each in found for place in each if (place.file, place.line) == chosen}
    return Place(*chosen, missing=kinds == {True})
