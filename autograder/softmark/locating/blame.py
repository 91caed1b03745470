"""Finds the step of a watched call that went wrong, and whether a step is missing. locate.py makes a line of it.

A wrong result is walked back over steps whose results are on no right way, until all that a step was made from is on
one. That step is where it went wrong, unless the student took a right value that right solutions only use later: then
a step is missing between. That is said only where nothing else explains it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from . import symptoms
from .line_shown import Silent
from .right_way import RightWay
from .watched_calls import BY_A_NUMBER, GIVEN, KEPT, Step, Watched, is_write

FROM_OUTSIDE = (GIVEN, "tensor", "as_tensor", "from_numpy", "scalar_tensor", "asarray")
"""What has no steps before it that anybody saw: tensors of plain numbers, or kept from outside every call."""


def blamed_steps(call: Watched, right: RightWay, kind: str) -> set[tuple[int, bool]]:
    """The steps at which the values leave the right way, each with whether one is missing after it.

    A result that fails by its shape alone is no right result, though its numbers are.
    """
    wrong = [number for number in call.results if not right.knows(call.steps[number].fingerprints)]
    if wrong:
        departures = _departures(call, wrong, right)
        # where a number overflows, what comes before it can look like anything: nothing is said to be missing
        blamed = {(number, False) if kind == "nan" else _to_blame(call, number, right) for number in departures}
        blamed |= {(number, False) for number in _doubtful(call, departures, right)}
    else:
        unfinished = [_unfinished(call, number, right, kind == "shape") for number in call.results]
        blamed = {each for each in unfinished if each is not None}
    # what an earlier call left behind may be right by itself and wrong here, unless it is cut to fit
    kept = {each for each in symptoms.made_from(call, (step for step, _ in blamed)) if call.steps[each].op == KEPT}
    fitted = {parent for step in call.steps if step.op in ("__getitem__", "narrow") for parent in step.parents}
    return {(each, False) for each in kept - fitted} or blamed


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
        before = [parent for parent in steps[number].parents if not right.knows(steps[parent].fingerprints)]
        wrong += before
        if not before:
            found.add(number)
    if any(steps[number].op in FROM_OUTSIDE for number in found):
        raise Silent("made of plain numbers or kept from elsewhere")
    if any(_writes_into_given(call, number) for number in found):
        raise Silent("it writes into what it was given")
    # what is made of sizes alone follows from the shapes of what went wrong before
    return {number for number in found if steps[number].parents} or found


def _doubtful(call: Watched, departures: Collection[int], right: RightWay) -> set[int]:
    """Steps just before a departure that are on no right way, though what came of them looks right: it may be so only
    to the precision of a fingerprint."""

    def knows(number: int) -> bool:
        return right.knows(call.steps[number].fingerprints)

    near = {parent for number in departures for parent in call.steps[number].parents}
    before = {step for number in near for step in call.steps[number].parents if not knows(step)}
    return {step for step in before if call.steps[step].parents and all(map(knows, call.steps[step].parents))}


def _writes_into_given(call: Watched, number: int) -> bool:
    """Whether a step changes what the call was given: then what later steps read is not what came."""
    step = call.steps[number]
    while is_write(step.op) and step.parents:
        step = call.steps[step.parents[0]]
        if step.op == GIVEN:
            return True
    return False


def _unfinished(call: Watched, result: int, right: RightWay, misshapen: bool) -> tuple[int, bool] | None:
    """Where a result that is right so far was left unfinished: the step, and whether another is missing after it."""
    used = {*call.results, *(parent for step in call.steps for parent in step.parents)}
    for number, step in enumerate(call.steps):
        if result in step.parents and number not in used and right.knows(step.fingerprints):
            return number, False
    fingerprints = call.steps[result].fingerprints
    origin = _origin(call, result)
    if call.steps[origin].op != GIVEN and _is_given(call, origin):
        return origin, False
    if not right.knows(fingerprints[:1]):
        return _turned(call, result, right), False
    if not right.ends(fingerprints):
        return result, not _is_idle(call, result)
    return (result, False) if misshapen else None


def _is_given(call: Watched, number: int) -> bool:
    """Whether a step computed what the call had been given."""
    value = _value(call.steps[number])
    return value is not None and any(step.op == GIVEN and _value(step) == value for step in call.steps)


def _turned(call: Watched, number: int, right: RightWay) -> int:
    """The first step after which a value was right only in another order of its axes."""
    while True:
        fingerprints = {parent: call.steps[parent].fingerprints for parent in call.steps[number].parents}
        turned = (parent for parent, each in fingerprints.items() if right.knows(each) and not right.knows(each[:1]))
        before = next(turned, None)
        if before is None:
            return number
        number = before


def _to_blame(call: Watched, number: int, right: RightWay) -> tuple[int, bool]:
    """All that a wrong step was made from is right: is it this step, one before it, or one that is missing?"""
    op = call.steps[number].op
    made = [parent for parent in call.steps[number].parents if call.steps[parent].op != GIVEN]
    if twin := _twin(call, made):
        return _before_twin(call, twin, right), False
    for parent in made:
        fingerprints = call.steps[parent].fingerprints
        if right.skips_to(fingerprints, op) and _meets_its_like(call, parent, number, right):
            if _was_at_hand(call, parent, number, right):
                return number, False
            return parent, not _is_idle(call, parent)
        if not right.knows(fingerprints[:1]) and right.does_next(fingerprints, op):
            return _turned(call, parent, right), False
    return number, False


def _meets_its_like(call: Watched, parent: int, number: int, right: RightWay) -> bool:
    """Whether what else the step is made from is what right solutions do this with, and comes new: then a step before
    it was left out; if not, it is another step altogether."""
    steps = call.steps
    others = set(steps[number].parents) - {parent}
    given = {each for each in others if steps[each].op == GIVEN}
    if given & symptoms.made_from(call, [parent]):
        return False
    return all(right.does_next(steps[each].fingerprints, steps[number].op) for each in others - given)


def _was_at_hand(call: Watched, parent: int, number: int, right: RightWay) -> bool:
    """Whether a value that right solutions use here had been made, and was not used: then the wrong one was taken."""
    op = call.steps[number].op
    used = {each for step in call.steps[:number] for each in step.parents}
    family = {parent}
    for place, step in enumerate(call.steps[:number]):
        if step.op == GIVEN or place in call.steps[number].parents or not right.knows(step.fingerprints):
            continue
        made_of_it = bool(family & set(step.parents))
        if made_of_it:
            family.add(place)
        at_hand = made_of_it and (right.does_next(step.fingerprints, op) or right.skips_to(step.fingerprints, op))
        if at_hand or (place not in used and right.does_next(step.fingerprints, op)):
            return True
    return False


def _is_idle(call: Watched, number: int) -> bool:
    """Whether a step was taken and changed nothing, a mask that hides nothing: then none is missing, this one fails."""
    step = call.steps[number]
    same = any(_value(call.steps[parent]) == _value(step) for parent in step.parents)
    return same and (len(step.parents) > 1 or step.op.endswith(BY_A_NUMBER))


def _before_twin(call: Watched, twin: int, right: RightWay) -> int:
    """A value that was made twice may come of a step before, which is on no right way."""
    unknown = [parent for parent in call.steps[twin].parents if not right.knows(call.steps[parent].fingerprints)]
    first = _departures(call, unknown, right) if unknown else set()
    return first.pop() if len(first) == 1 else twin


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
    return min((each for each in step.fingerprints if each not in step.together), default=None)
