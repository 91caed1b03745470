"""Finds the step of a watched call that went wrong, and how it is to blame. locate.py makes a line of it.

A wrong result is walked back over steps whose results are on no right way, until all that a step was made from is on
one. That step is where it went wrong, unless what it was made from was cut into rows, turned or taken as in no right
solution. Where the result itself is on a right way, a step is missing after it, or another one was to be returned.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from . import symptoms
from .account import GIVEN, KEPT, Step, Watched
from .line_shown import Silent
from .right_way import RightWay, conditions
from .watched_calls import is_write

FROM_OUTSIDE = (GIVEN, "tensor", "as_tensor", "from_numpy", "scalar_tensor", "asarray")
"""What has no steps before it that anybody saw: tensors of plain numbers, or kept from outside every call."""
HERE, MISSING, UNUSED, RETURNED, LATE = "", "missing", "unused", "returned", "late"
"""How a step is to blame: its result is the first wrong one; right, and a step is missing after it; right, and nothing
is made of it; right, and another is returned; it brings in a condition that right solutions bring in earlier."""
_EMPTY = ("zeros", "empty", "new_zeros", "new_empty", "zeros_like", "empty_like")
"""What makes a tensor to be written into."""
Blamed = tuple[int, str]


def blamed_steps(call: Watched, right: RightWay, kind: str) -> set[Blamed]:
    """The steps at which the values leave the right way, each with how it is to blame.

    A result that fails by its shape alone is no right result, though its numbers are.
    """
    wrong = [number for place, number in enumerate(call.results) if _is_wrong(call, place, right)]
    if wrong:
        departures = _departures(call, wrong, right)
        # where a number overflows, what comes before it can look like anything
        blamed = {_late(call, number, right) or (_to_blame(call, number, right, kind), HERE) for number in departures}
        blamed |= {(number, HERE) for number in _doubtful(call, departures, right)}
    else:
        unfinished = [_unfinished(call, place, right, kind == "shape") for place in range(len(call.results))]
        blamed = {each for each in unfinished if each is not None}
    # what an earlier call left behind may be right by itself and wrong here
    kept = {each for each in symptoms.made_from(call, (step for step, _ in blamed)) if call.steps[each].op == KEPT}
    return {(each, HERE) for each in kept} or blamed


def _is_wrong(call: Watched, place: int, right: RightWay) -> bool:
    """Whether a result is on no right way. One that is no right answer, and was made from what is on none, is only
    taken for a right value: single numbers are soon alike."""
    step = call.steps[call.results[place]]
    if not right.knows(step.fingerprints):
        return True
    made = [call.steps[parent] for parent in step.parents]
    return not right.ends(step.fingerprints, place) and any(not right.knows(each.fingerprints) for each in made)


# --- the first step that is on no right way ---------------------------------------------------------------------------


def _departures(call: Watched, wrong: list[int], right: RightWay) -> set[int]:
    """The steps whose result is on no right way although all that they were made from is; none where one of them
    cannot be followed."""
    steps = call.steps
    seen: set[int] = set()
    found: set[int] = set()
    while wrong:
        number = wrong.pop()
        if number in seen:
            continue
        seen.add(number)
        taken = () if steps[number].op in _EMPTY else steps[number].parents  # these take a shape alone
        before = [parent for parent in taken if not right.knows(steps[parent].fingerprints)]
        wrong += before
        if not before:
            found.add(number)
    found = _written_instead(call, found, seen)
    if any(steps[number].op in FROM_OUTSIDE for number in found):
        raise Silent("made of plain numbers or kept from elsewhere")
    # what is made of sizes alone follows from the shapes of what went wrong before
    return {number for number in found if steps[number].parents} or found


def _written_instead(call: Watched, found: set[int], seen: set[int]) -> set[int]:
    """The same without tensors that are there to be written into: empty as they are, they are not wrong. Where nothing
    else is found, it is what writes into them."""
    steps = call.steps
    writes: dict[int, set[int]] = {number: set() for number in found if steps[number].op in _EMPTY}
    for number in sorted(seen):
        base = steps[number].parents[0] if is_write(steps[number].op) and steps[number].parents else None
        for reached in writes.values():
            if base in reached:
                reached.add(number)
        if base in writes:
            writes[base].add(number)
    buffers = {number for number, reached in writes.items() if reached}
    return found - buffers or set().union(*(writes[number] for number in buffers))


def _doubtful(call: Watched, departures: Collection[int], right: RightWay) -> set[int]:
    """Steps before a departure that are on no right way, though what came of them looks right: it may be so only to the
    precision of a fingerprint, or in another place."""

    def knows(number: int) -> bool:
        return right.knows(call.steps[number].fingerprints)

    made = symptoms.made_from(call, departures) - {*departures}
    before = {step for step in made if call.steps[step].op not in _EMPTY and not knows(step)}
    return {step for step in before if call.steps[step].parents and all(map(knows, call.steps[step].parents))}


def _late(call: Watched, number: int, right: RightWay) -> Blamed | None:
    """A step on right values that is wrong because right solutions first bring in a condition that was given, such as a
    mask: the later step that does so."""
    made = [call.steps[parent] for parent in call.steps[number].parents]
    for later, step in enumerate(call.steps[number + 1 :], number + 1):
        met = any(right.meets(each, given) for each in made for given in conditions(call, step) if given not in made)
        if met and number in symptoms.made_from(call, [later]):
            return later, LATE
    return None


def _to_blame(call: Watched, number: int, right: RightWay, kind: str) -> int:
    """All that a wrong step was made from is right: is it this step, or one before it? Where a number overflows, what
    comes before it can look like anything."""
    if kind == "nan":
        return number
    steps = call.steps
    made = [parent for parent in steps[number].parents if steps[parent].op not in (GIVEN, *_EMPTY)]
    if twin := _twin(call, made):
        return twin
    for is_off in (_is_mixed, _is_turned):
        for parent in made:
            if is_off(call, parent, right):
                return _first(call, parent, right, is_off)
    return number


# --- a result that is right so far ------------------------------------------------------------------------------------


def _unfinished(call: Watched, place: int, right: RightWay, misshapen: bool) -> Blamed | None:
    """Where a result that is right so far was left unfinished, or is not the one to return."""
    result = call.results[place]
    fingerprints = call.steps[result].fingerprints
    if right.ends(fingerprints[:1], place):
        return (result, HERE) if misshapen else None
    used = {*call.results, *(parent for step in call.steps for parent in step.parents)}
    for number, step in enumerate(call.steps):
        if result in step.parents and number not in used and right.knows(step.fingerprints):
            return number, UNUSED
    if any(right.ends(step.fingerprints[:1], place) for step in call.steps if step.op != GIVEN):
        return result, RETURNED
    for is_off in (_is_mixed, _is_turned):
        if is_off(call, result, right):
            return _first(call, result, right, is_off), HERE
    if not right.ends(fingerprints, place):
        return result, MISSING
    return (result, HERE) if misshapen else None


# --- right numbers that do not lie as they should ---------------------------------------------------------------------


def _first(call: Watched, number: int, right: RightWay, is_off: Callable[[Watched, int, RightWay], bool]) -> int:
    """The first step since which something is so."""
    while True:
        before = next((parent for parent in call.steps[number].parents if is_off(call, parent, right)), None)
        if before is None:
            return number
        number = before


def _is_turned(call: Watched, number: int, right: RightWay) -> bool:
    """Whether a value is right only in another order of its axes."""
    fingerprints = call.steps[number].fingerprints
    return right.knows(fingerprints) and not right.knows(fingerprints[:1])


def _is_mixed(call: Watched, number: int, right: RightWay) -> bool:
    """Whether a step has cut right numbers into rows as no right solution does; what only looks like them, zeros to
    be written into, was not cut."""
    step = call.steps[number]
    cut = any(set(step.fingerprints[:1]) & set(call.steps[parent].fingerprints) for parent in step.parents)
    return cut and right.knows(step.fingerprints) and not right.is_arranged(step)


def _twin(call: Watched, made: Sequence[int]) -> int | None:
    """An input that was made twice by the same operation, as two values: the second was meant to be another."""
    for first in {_origin(call, parent) for parent in made}:
        value = _value(call.steps[first])
        for place, other in enumerate(call.steps[: max(made)]):
            alike = other.op == call.steps[first].op and _value(other) == value
            if place != first and value is not None and alike:
                return max(first, place) if _origin(call, place) == place else None
    return None


def _origin(call: Watched, number: int) -> int:
    """The step that first had this value, in whatever order of its axes."""
    value = _value(call.steps[number])
    while value is not None:
        same = (parent for parent in call.steps[number].parents if _value(call.steps[parent]) == value)
        before = next(same, None)
        if before is None:
            break
        number = before
    return number


def _value(step: Step) -> int | None:
    """A number by which two steps are known to have made the same, in whatever order of its axes."""
    return min(step.fingerprints, default=None)
