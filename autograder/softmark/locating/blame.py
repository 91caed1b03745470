"""Finds the step of a watched call that went wrong, and whether a step is missing. locate.py makes a line of it.

A wrong result is walked back over steps whose results are on no right way, until all that a step was made from is on
one. That step is where it went wrong, unless what it was made from was cut into rows as in no right solution, or what
the call was given came in a step too early: then a step is missing between. That is said only where nothing else
explains it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from . import symptoms
from .account import GIVEN, KEPT, Step, Watched
from .line_shown import Silent
from .right_way import RightWay, is_from_given, with_given
from .watched_calls import is_write

FROM_OUTSIDE = (GIVEN, "tensor", "as_tensor", "from_numpy", "scalar_tensor", "asarray")
"""What has no steps before it that anybody saw: tensors of plain numbers, or kept from outside every call."""


HERE, MISSING, UNUSED, RETURNED, LOOP, LATE = "", "missing", "unused", "returned", "loop", "late"
"""How a step is to blame: its result is the first wrong one; right, and a step is missing after it; right, and nothing
is made of it; right, and another is returned; right, and the loop that it is in makes too few or too many of it; it
brings in something that was given, which right solutions bring in earlier."""
_EMPTY_LIKE = ("zeros_like", "empty_like")
_EMPTY = ("zeros", "empty", "new_zeros", "new_empty", *_EMPTY_LIKE)
"""What makes a tensor to be written into; the first take its size from another."""
JOINS = ("stack", "cat", "concat", "concatenate", "hstack", "vstack", "column_stack")
WHOLE = ("int", "uint")
"""How the names of dtypes begin whose numbers are words or places."""
Blamed = tuple[int, str]


def blamed_steps(call: Watched, right: RightWay, kind: str) -> set[Blamed]:
    """The steps at which the values leave the right way, each with how it is to blame.

    A result that fails by its shape alone is no right result, though its numbers are.
    """
    wrong = [number for place, number in enumerate(call.results) if _is_wrong(call, place, right)]
    if wrong:
        departures = _departures(call, wrong, right)
        # where a number overflows, what comes before it can look like anything: nothing is said to be missing
        places = {
            number: _late(call, number, right) or ((number, HERE) if kind == "nan" else _to_blame(call, number, right))
            for number in departures
        }
        if len(set(places.values())) > 1:  # of several places, what follows from another may look like a missing step
            places = {number: (number, HERE) if each[1] == MISSING else each for number, each in places.items()}
        blamed = set(places.values())
        blamed |= {(number, HERE) for number in _doubtful(call, departures, right)}
    else:
        unfinished = [_unfinished(call, place, right, kind == "shape") for place in range(len(call.results))]
        blamed = {each for each in unfinished if each is not None}
    # what an earlier call left behind may be right by itself and wrong here, unless it is cut to fit
    kept = {each for each in symptoms.made_from(call, (step for step, _ in blamed)) if call.steps[each].op == KEPT}
    fitted = {parent for step in call.steps if step.op in ("__getitem__", "narrow") for parent in step.parents}
    return {(each, HERE) for each in kept - fitted} or blamed


def _is_wrong(call: Watched, place: int, right: RightWay) -> bool:
    """Whether a result is on no right way. One that is no right answer, and was made from what is on none, is only
    taken for a right value: single numbers are soon alike."""
    step = call.steps[call.results[place]]
    if not right.knows(step.fingerprints):
        return True
    made = [call.steps[parent] for parent in step.parents]
    return not right.ends(step.fingerprints, place) and any(not right.knows(each.fingerprints) for each in made)


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
    found = _written_instead(call, found, seen, right)
    if any(steps[number].op in FROM_OUTSIDE for number in found):
        raise Silent("made of plain numbers or kept from elsewhere")
    if any(_writes_into_given(call, number) for number in found):
        raise Silent("it writes into what it was given")
    # what is made of sizes alone follows from the shapes of what went wrong before
    return {number for number in found if steps[number].parents} or found


def _written_instead(call: Watched, found: set[int], seen: set[int], right: RightWay) -> set[int]:
    """The same without tensors that are there to be written into: empty as they are, they are not wrong. Where nothing
    else is found, it is what writes into them."""
    steps = call.steps
    writes: dict[int, set[int]] = {number: set() for number in found if _is_empty(steps[number], right)}
    for number in sorted(seen):
        base = steps[number].parents[0] if is_write(steps[number].op) and steps[number].parents else None
        for reached in writes.values():
            if base in reached:
                reached.add(number)
        if base in writes:
            writes[base].add(number)
    buffers = {number for number, reached in writes.items() if reached}
    return found - buffers or set().union(*(writes[number] for number in buffers))


def _is_empty(step: Step, right: RightWay) -> bool:
    return step.op in _EMPTY_LIKE or (step.op in _EMPTY and right.is_size_of_answer(step.shape))


def _doubtful(call: Watched, departures: Collection[int], right: RightWay) -> set[int]:
    """Steps before a departure that are on no right way, though what came of them looks right: it may be so only to the
    precision of a fingerprint, or in another place."""

    def knows(number: int) -> bool:
        return right.knows(call.steps[number].fingerprints)

    made = symptoms.made_from(call, departures) - {*departures}
    before = {step for step in made if call.steps[step].op not in _EMPTY and not knows(step)}
    return {step for step in before if call.steps[step].parents and all(map(knows, call.steps[step].parents))}


def _writes_into_given(call: Watched, number: int) -> bool:
    """Whether a step changes what the call was given: then what later steps read is not what came."""
    step = call.steps[number]
    while is_write(step.op) and step.parents:
        step = call.steps[step.parents[0]]
        if step.op == GIVEN:
            return True
    return False


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
    origin = _origin(call, result)
    if call.steps[origin].op != GIVEN and _is_given(call, origin):
        return origin, HERE
    if _is_mixed(call, result, right):
        return _rearranged(call, result, right), HERE
    if not right.knows(fingerprints[:1]):
        return _turned(call, result, right), HERE
    if _joins_too_few_or_many(call, result, right):
        return call.steps[result].parents[-1], LOOP
    if not right.ends(fingerprints, place):
        return result, HERE if _is_idle(call, result) else MISSING
    return (result, HERE) if misshapen else None


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


def _rearranged(call: Watched, number: int, right: RightWay) -> int:
    """The first step after which right numbers were cut into rows as in no right solution."""
    while True:
        before = next((parent for parent in call.steps[number].parents if _is_mixed(call, parent, right)), None)
        if before is None:
            return number
        number = before


def _is_mixed(call: Watched, number: int, right: RightWay) -> bool:
    """Whether a step has cut right numbers into rows as no right solution does; what only looks like them, zeros to
    be written into, was not cut."""
    step = call.steps[number]
    cut = any(set(step.fingerprints[:1]) & set(call.steps[parent].fingerprints) for parent in step.parents)
    return cut and right.knows(step.fingerprints) and not right.is_arranged(step)


def _to_blame(call: Watched, number: int, right: RightWay) -> Blamed:
    """All that a wrong step was made from is right: is it this step, one before it, or one that is missing?"""
    steps = call.steps
    made = [parent for parent in steps[number].parents if steps[parent].op not in (GIVEN, *_EMPTY)]
    if twin := _twin(call, made):
        return _before_twin(call, twin, right), HERE
    for parent in made:
        if _is_mixed(call, parent, right):
            return _rearranged(call, parent, right), HERE
    if _joins_too_few_or_many(call, number, right):
        return made[-1], LOOP
    for parent in made:
        if not right.knows(steps[parent].fingerprints[:1]):
            return _turned(call, parent, right), HERE
        if _is_idle(call, parent):
            return parent, HERE
        given = [steps[other] for one, other in with_given(steps, steps[number].parents) if one == parent]
        late = [each for each in given if right.meets_later(steps[parent], each)]
        if late and not any(right.meets(steps[parent], each) for each in given):
            at_hand = any(_was_at_hand(call, number, each, right) for each in late)
            same_line = steps[parent].frames == steps[number].frames
            return (number, HERE) if at_hand or same_line else (_last_before(call, parent, number, right), MISSING)
    if _joins_what_may_be_wrong(call, number):
        raise Silent("a few whole numbers are soon alike")
    return number, HERE


def _late(call: Watched, number: int, right: RightWay) -> Blamed | None:
    """A step on right values that is wrong because right solutions first bring in a condition that was given, such as a
    mask: the later step that does so. If it comes right after this step, or most of the work is still to come, this
    step may as well be one too many."""
    steps = call.steps
    made = [steps[parent] for parent in steps[number].parents]
    if is_write(steps[number].op) or any(is_from_given(steps, parent) for parent in steps[number].parents):
        return None
    of_it = {number}
    for later in range(number + 1, len(steps)):
        if not of_it.intersection(steps[later].parents):
            continue
        given = [steps[parent] for parent in steps[later].parents if is_from_given(steps, parent)]
        conditions = [each for each in given if each.dtype == "bool"]
        if any(right.meets(each, condition) for each in made for condition in conditions):
            apart = number not in steps[later].parents and steps[later].frames[-1:] != steps[number].frames[-1:]
            return (later, LATE) if apart and len(of_it) > len(steps) - later else None
        of_it.add(later)
    return None


def _last_before(call: Watched, parent: int, number: int, right: RightWay) -> int:
    """The last step on a line before a wrong one, as far as everything since `parent` is right: a step is missing after
    that line too, and it is nearer."""
    frames, last = call.steps[number].frames, parent
    for place in range(parent, number):
        step = call.steps[place]
        if step.op == GIVEN:
            continue
        if not right.knows(step.fingerprints):
            break
        if step.frames and _is_before(step.frames, frames):
            last = place
    return last


def _is_before(frames: Sequence[tuple[str, int]], others: Sequence[tuple[str, int]]) -> bool:
    """Whether one line is above another in the same call of a function."""
    (file, line), (other_file, other_line) = frames[0], others[0]
    return file == other_file and line < other_line and frames[1:] == others[1:]


def _joins_what_may_be_wrong(call: Watched, number: int) -> bool:
    """Whether a step only joins right values, and one that was made is a few whole numbers: words for the rows of a
    batch, which some right solution has for another place. Which of them is wrong here cannot be seen."""
    step = call.steps[number]
    made = [call.steps[parent] for parent in step.parents if call.steps[parent].op not in (GIVEN, *JOINS)]
    return step.op in JOINS and any(each.dtype.startswith(WHOLE) and len(each.shape) < 2 for each in made)


def _joins_too_few_or_many(call: Watched, number: int, right: RightWay) -> bool:
    """Whether a step joins what the rounds of a loop made, and no right answer has so many numbers."""
    step = call.steps[number]
    made = [parent for parent in step.parents if call.steps[parent].op != GIVEN]
    rounds = len(made) > 1 and len({call.steps[parent].frames for parent in made}) == 1
    return step.op in JOINS and rounds and not right.is_size_of_answer(step.shape)


def _was_at_hand(call: Watched, number: int, given: Step, right: RightWay) -> bool:
    """Whether a value that right solutions use here had been made, and was not used: then the wrong one was taken."""
    used = call.steps[number].parents
    made = [step for place, step in enumerate(call.steps[:number]) if step.op != GIVEN and place not in used]
    return any(right.meets(step, given) for step in made)


def _is_idle(call: Watched, number: int) -> bool:
    """Whether a step was taken and changed nothing, a mask that hides nothing: then none is missing, this one fails."""
    step = call.steps[number]
    return len(step.parents) > 1 and any(_value(call.steps[parent]) == _value(step) for parent in step.parents)


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
                return _first_twin(call, *sorted((first, place))) if _origin(call, place) == place else None
    return None


def _first_twin(call: Watched, early: int, late: int) -> int:
    """Of two values that are alike because the same entry was taken twice: where it was taken for the second time."""
    one, other = early, late
    while call.steps[other].op != "__getitem__":
        before = call.steps[one].parents, call.steps[other].parents
        if not (len(before[0]) == len(before[1]) == 1 and before[0] != before[1]):
            return late
        ((one,), (other,)) = before
        value = _value(call.steps[one])
        if value is None or value != _value(call.steps[other]) or call.steps[one].op != call.steps[other].op:
            return late
    return other


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
