"""Makes questions from calls. *Shape*: which shape has a name on its line? *Prediction*: small whole numbers in, what
comes out?

Both are answers of the program itself to calls with sizes and numbers drawn for it. A second run must agree; for a
prediction it is in another precision, so nothing depends on rounding.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..checks import values
from ..checks.errors import StudentFailure
from ..checks.numpy_if_there import np
from ..locating.shapes_seen import RETURNED, Seen
from .calls import TRIES, Call, calls, resized
from .program import ProgramFunction
from .question import Question
from .trials import Trials

SIZES = (2, 3, 4, 5, 6, 7, 8)
SMALL = (2, 2, 3, 4, 1)
MOST_NUMBERS = 16
"""In all arrays of a prediction together."""
MOST_ASKED = 4
LARGEST = 99


def usable(trials: Trials) -> list[Call]:
    targets = {function.target: function.task for function in trials.program.functions if function.asked_for}
    return calls(trials.runs, targets)


# --- shape --------------------------------------------------------------------------------------------------


def shapes(trials: Trials, dice: random.Random) -> Iterator[Question]:
    """Names with many axes first: there is something to see in them. A shape that can be read off what was given is
    asked for where there is no other."""
    ready = usable(trials)
    read_off: list[Question] = []
    for call in sorted(ready, key=lambda each: (each.is_plain, dice.random())):
        if found := _shape(trials, call, dice):
            question, is_new = found
            if is_new:
                yield question
            else:
                read_off.append(question)
    yield from read_off


def _shape(trials: Trials, call: Call, dice: random.Random) -> tuple[Question, bool] | None:
    """A question about a shape, and whether its answer is no shape of an argument."""
    function = trials.program.asked_for(call.target)
    for _ in range(TRIES if function else 0):
        made = resized(call, SIZES, dice)
        try:
            _, seen = trials.lab.watch(made.requests)
            _, seen_in_rerun = trials.lab.watch(made.requests, rerun=True)
        except StudentFailure:
            continue
        if any(0 in each.shape for each in seen):
            continue  # sizes that leave nothing over are no everyday case
        assert function is not None
        given = {values.shape_of(array) for _, array in values.arrays_in(made.last.args)}
        candidates = [value for value in _named(function, seen) if value in set(_named(function, seen_in_rerun))]
        best = max((len(value.shape), value.shape not in given) for value in candidates) if candidates else (0, False)
        telling = [
            value for value in candidates if (len(value.shape), value.shape not in given) == best and best[0] >= 1
        ]
        if not telling:
            return None
        one = dice.choice(telling)
        return _about_shape(made, function, one), best[1]
    return None


def _named(function: ProgramFunction, seen: Sequence[Seen]) -> list[Seen]:
    """Each name that one statement of the function sets, with its one shape there, and what is returned."""
    found = []
    for statement in ast.walk(function.node):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.Return(value=ast.expr()):
                name = RETURNED
            case _:
                continue
        last = statement.end_lineno or statement.lineno
        there = {
            each.shape
            for each in seen
            if each.file == function.file and each.name == name and statement.lineno <= each.line <= last
        }
        if len(there) == 1:
            found.append(Seen(function.file, statement.lineno, name, there.pop()))
    return found


def _about_shape(call: Call, function: ProgramFunction, one: Seen) -> Question:
    place = f"line {one.line} of {one.file}"
    what = f"`{one.name}`, set in {place}" if one.name else f"what {place} returns"
    return Question(
        "shape",
        call.task,
        f"{_called(call, function, by_shape=True)} What is the shape of {what}?",
        " ".join(map(str, one.shape)),
        "Your code was run with these sizes, and watched.",
        (),
        ((function.file, function.first_line, function.node.end_lineno or function.node.lineno),),
        f"{one.file}:{one.line}",
    )


# --- prediction ---------------------------------------------------------------------------------------------


def predictions(trials: Trials, dice: random.Random) -> Iterator[Question]:
    ready = [call for call in usable(trials) if call.is_plain]
    guessed: list[Question] = []
    for call in dice.sample(ready, len(ready)):
        if question := _prediction(trials, call, dice):
            if _is_hard_to_guess(question):
                yield question
            else:
                guessed.append(question)
    yield from guessed


def _is_hard_to_guess(question: Question) -> bool:
    """Several numbers, of which not all are 0 or 1."""
    numbers = question.answer.split()
    return len(set(numbers)) > 1 and not {"0", "1"} >= set(numbers)


def _prediction(trials: Trials, call: Call, dice: random.Random) -> Question | None:
    function = trials.program.asked_for(call.target)
    best: Question | None = None
    for _ in range(2 * TRIES if function else 0):
        state = dice.getstate()
        made = resized(call, SMALL, dice)
        given = [array for _, array in values.arrays_in([made.last.args, made.last.kwargs])]
        if sum(values.count(array) for array in given) > MOST_NUMBERS:
            continue
        elsewhere = random.Random()
        elsewhere.setstate(state)
        try:
            (outcome,), _ = trials.lab.watch(made.requests)
            (other,), _ = trials.lab.watch(resized(call, SMALL, elsewhere, "float64").requests, rerun=True)
        except StudentFailure:
            continue
        assert function is not None
        row = _row(outcome.value, other.value, given, dice)
        if row is not None:
            question = _about_row(made, function, *row)
            if _is_hard_to_guess(question):
                return question
            best = best or question
    return best


def _row(
    value: Any, other: Any, given: Sequence[Any], dice: random.Random
) -> tuple[tuple[int, ...], list[Fraction], bool] | None:
    """A row of the result that a head can work out: the most telling one, its place and its numbers."""
    if not values.is_array(value) or not values.is_array(other) or values.shape_of(value) != values.shape_of(other):
        return None
    array, second = (values.as_numpy(side).astype(np.float64) for side in (value, other))
    if array.ndim == 0 or array.size < 2 or not 1 <= array.shape[-1] <= MOST_ASKED or array.size > MOST_NUMBERS:
        return None
    inputs = {tuple(row) for argument in given for row in _rows(values.as_numpy(argument).astype(np.float64)).values()}
    theirs = _rows(second)
    exact = {
        place: row
        for place, row in _rows(array).items()
        if all(np.isfinite(row)) and all(x * 4 == round(x * 4) and abs(x) <= LARGEST for x in row)
        and row == theirs[place] and any(row)
    }  # fmt: skip
    telling = {place: row for place, row in exact.items() if row not in inputs}
    if not telling:
        return None
    spread = max(len(set(row)) for row in telling.values())
    place = dice.choice([place for place, row in telling.items() if len(set(row)) == spread])
    return place, [Fraction(x) for x in telling[place]], values.dtype_name(value) == "bool"


def _rows(array: Any) -> dict[tuple[int, ...], tuple[float, ...]]:
    if array.ndim == 0:
        return {(): (float(array),)}
    return {place: tuple(map(float, array[place])) for place in np.ndindex(array.shape[:-1])}


def _about_row(
    call: Call, function: ProgramFunction, place: tuple[int, ...], row: list[Fraction], truth: bool
) -> Question:
    index = f"[{', '.join(map(str, place))}]" if place else ""
    what = f"`result{index}`" if place else "the result"
    answer = " ".join(map(str, row))
    note = ["places are counted from 0"] if place else []
    note += ["write 1 for True and 0 for False"] if truth else []
    sentence = "; ".join([f"{len(row)} number{'s' if len(row) > 1 else ''}", *note])
    return Question(
        "prediction",
        call.task,
        f"{_called(call, function, by_shape=False)} What is {what}? ({sentence})",
        answer,
        f"Your own `{function.name}` was run on it, in two precisions.",
        (),
        ((function.file, function.first_line, function.node.end_lineno or function.node.lineno),),
        f"{function.file}:{function.name}",
    )


# --- how a call is told -------------------------------------------------------------------------------------


def _called(call: Call, function: ProgramFunction, by_shape: bool) -> str:
    """ "`softmax(scores)` is called with `scores` of shape (2, 3)."; of a module also how it was made."""
    names = function.parameters
    parts = [*zip(names, call.last.args, strict=False), *call.last.kwargs.items()]
    arguments = [_argument(name, value, by_shape) for name, value in parts]
    head = function.name.partition(".")[0]
    made = [request for request in call.requests[:-1] if request.target.endswith(f".{head}")]
    sizes = [str(part) for request in made for part in request.args if type(part) in (int, float)]
    maker = f"{head}({', '.join(sizes)})" if made else ""
    method = function.name.rpartition(".")[2]
    named = f"`{maker}.{method}`" if maker else f"`{function.name}`"
    return f"{named} is called with {_listed(arguments)}."


def _argument(name: str, value: Any, by_shape: bool) -> str:
    if not values.is_array(value):
        return f"`{name}` = {value!r}"
    if by_shape:
        return f"`{name}` of shape {_shape_text(values.shape_of(value))}"
    shape = values.shape_of(value)
    deep = f", of shape {_shape_text(shape)}" if len(shape) > 2 else ""
    return f"`{name}` = {_nested(values.as_numpy(value))}{deep}"


def _nested(array: Any) -> str:
    if array.ndim == 0:
        return str(array.item()) if array.dtype.kind == "b" else f"{float(array):g}"
    return f"[{', '.join(_nested(part) for part in array)}]"


def _shape_text(shape: tuple[int, ...]) -> str:
    return f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(map(str, shape))})"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else "nothing"
