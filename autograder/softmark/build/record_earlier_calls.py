"""Records the calls that right solutions make to earlier functions in the public checks, with their answers.

They let a student's machine grade a task on top of an earlier one that is still wrong
(running/earlier_functions.py). Functions only: a class is carried whole on the server, constructor and all, which
numbers cannot do. The file is capped: a task and the functions of an earlier one are a unit, taken in
the order of the tasks as long as they fit. What a class of a task asks another function of the same task for comes on
top, whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from ..checks import values
from ..content.course import Course
from ..content.rubric import Item
from ..grading.calls.participants import Worlds
from ..running.collect import Check, Checks
from ..running.earlier_functions import (
    Back,
    Calls,
    RecordedAnswer,
    RecordedCall,
    Unrecorded,
    arguments_of,
    mark,
    outline_text,
)
from ..running.trusted import Local, load, overlay

MOST_BYTES = 88 << 10
"""Of numbers, before they are compressed. The students' zip has a limit of its own."""
CHEAP = 2 << 10
"""A unit of so few bytes is always taken."""
EQUAL = 1e-6


class Listener:
    """Wraps the earlier functions of one right solution, and notes what goes in and comes out."""

    def __init__(self, modules: dict[str, ModuleType], names: Iterable[str], tries: bool) -> None:
        self.heard: list[RecordedCall] = []
        self._tries = tries
        """Whether functions are tried out, to see if they only move numbers."""
        self._trying = False
        self._running: set[str] = set()
        """Functions that are being listened to: what one asks of itself is nobody else's question."""
        for full in names:
            module, _, name = full.partition(".")
            own = vars(modules[module]).get(name)
            if callable(own):
                wrapper = self._wrapped(full, own)
                for each in modules.values():
                    for alias in [alias for alias, part in vars(each).items() if part is own]:
                        setattr(each, alias, wrapper)

    def _wrapped(self, target: str, own: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            if self._trying or target in self._running:
                return own(*args, **kwargs)
            try:
                arguments = arguments_of(own, args, kwargs)
                words = outline_text(arguments)
            except Unrecorded:
                return own(*args, **kwargs)
            self._running.add(target)
            try:
                return self._listen(target, words, own, arguments, lambda: own(*args, **kwargs))
            finally:
                self._running.discard(target)

        return wrapper

    def _listen(
        self, target: str, words: str, own: Callable[..., Any], arguments: dict[str, Any], ask: Callable[[], Any]
    ) -> Any:
        leaves = [part for part in arguments.values() if values.is_array(part)]
        wanted = [i for i, part in enumerate(leaves) if getattr(part, "requires_grad", False)]
        marks = [mark(part) for part in leaves]
        if wanted and values.torch_module().is_grad_enabled():
            outputs, several, note = self._with_a_way_back(own, arguments, leaves, wanted)
        else:
            made = ask()
            several, note = isinstance(made, tuple), None
            outputs = list(made) if several else [made]
            if not outputs or not all(hasattr(part, "dtype") for part in outputs):
                if (text := _tree(made)) and outline_text(arguments) == words:  # nothing that it was given has changed
                    self.heard.append(RecordedCall(target, words, marks, False, [], plain=text))
                return made
        call = RecordedCall(target, words, marks, several, self._answers(own, arguments, outputs))
        if note is not None:
            note.append(call)
        self.heard.append(call)
        return tuple(outputs) if several else outputs[0]

    def _answers(
        self, own: Callable[..., Any], arguments: dict[str, Any], outputs: Sequence[Any]
    ) -> list[RecordedAnswer]:
        if not self._tries:
            return [_plain(part) for part in outputs]
        self._trying = True
        try:
            return _answers(own, arguments, outputs)
        finally:
            self._trying = False

    def _with_a_way_back(
        self, own: Callable[..., Any], arguments: dict[str, Any], leaves: list[Any], wanted: list[int]
    ) -> tuple[list[Any], bool, list[RecordedCall]]:
        import torch

        note: list[RecordedCall] = []
        several: list[bool] = []

        class Heard(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, *given: Any) -> Any:
                with torch.enable_grad():
                    fresh = [part.detach().requires_grad_(i in wanted) for i, part in enumerate(leaves)]
                    left = iter(fresh)
                    made = own(**{k: next(left) if values.is_array(v) else v for k, v in arguments.items()})
                several.append(isinstance(made, tuple))
                ctx.inside, ctx.fresh = (list(made) if several[0] else [made]), fresh
                ctx.set_materialize_grads(False)
                outputs = tuple(part.detach().clone() for part in ctx.inside)
                ctx.mark_non_differentiable(*[part for part in outputs if not part.is_floating_point()])
                return outputs

            @staticmethod
            def backward(ctx: Any, *arrived: Any) -> Any:
                pairs = [(o, g) for o, g in zip(ctx.inside, arrived, strict=True) if g is not None and o.requires_grad]
                found = torch.autograd.grad(
                    [o for o, _ in pairs],
                    [ctx.fresh[i] for i in wanted],
                    [g for _, g in pairs],
                    allow_unused=True,
                    retain_graph=True,
                )
                gradients: list[RecordedAnswer | None] = [None] * len(leaves)
                for i, part in zip(wanted, found, strict=True):
                    gradients[i] = None if part is None else _plain(part)
                if not note[0].only_moves:
                    marks = [None if part is None else mark(part) for part in arrived]
                    note[0].backs.append(Back(marks, gradients))
                return found

        apply: Any = Heard.apply
        return list(apply(*[leaves[i] for i in wanted])), several[0], note


def _tree(made: Any) -> str:
    """An answer that is all values, as JSON; nothing where a copy of it would not be the same."""
    try:
        tree, arrays = values.encode(made)
        text = json.dumps(tree, separators=(",", ":"))
        back = values.decode(json.loads(text), [])
    except (values.NotPlain, ValueError, TypeError):
        return ""
    return text if not arrays and type(back) is type(made) and bool(back == made) else ""


def _plain(part: Any) -> RecordedAnswer:
    return RecordedAnswer(values.dtype_name(part), values.shape_of(part), values.as_numpy(part).copy())


def _answers(own: Callable[..., Any], arguments: dict[str, Any], outputs: Sequence[Any]) -> list[RecordedAnswer]:
    """Their numbers; or, where they are only an argument's numbers in other places, the places: those weigh nothing."""
    plain = [_plain(part) for part in outputs]
    arrays = [name for name, part in arguments.items() if values.is_array(part)]
    for number, name in enumerate(arrays):
        source = arguments[name]
        if values.dtype_name(source) not in ("float32", "float64") or not 0 < values.count(source) < 1 << 15:
            continue
        moved = [_moved(part, number, source) for part in _tried(own, arguments, name)]
        if len(moved) == len(plain) and all(
            answer is not None and np.array_equal(values.as_numpy(answer.made(source, {number: source})), part.numbers)
            for answer, part in zip(moved, plain, strict=True)
        ):
            return [answer for answer in moved if answer is not None]
    return plain


def _tried(own: Callable[..., Any], arguments: dict[str, Any], name: str) -> list[Any]:
    """The same call with an argument whose numbers are their own places, counted from 1."""
    source = arguments[name]
    counted = np.arange(1, values.count(source) + 1).reshape(values.shape_of(source))
    counted = counted.astype(values.dtype_name(source))
    probe = values.torch_module().from_numpy(counted) if values.is_tensor(source) else counted
    try:
        made = own(**{**arguments, name: probe})
    except Exception:  # it minds such numbers, and then it does not only move them
        return []
    return list(made) if isinstance(made, tuple) else [made]


def _moved(part: Any, number: int, source: Any) -> RecordedAnswer | None:
    if not values.is_array(part) or values.dtype_name(part) != values.dtype_name(source):
        return None
    flat = values.as_numpy(part).reshape(-1).astype(np.float64)
    inside = (flat >= 1) & (flat <= values.count(source)) & (flat == np.floor(flat))
    codes = np.select([flat == -np.inf, flat == np.inf, flat == 0.0], [-1, -2, -3], default=-4)
    at = np.where(inside, flat - 1, codes).astype(np.int64)
    return RecordedAnswer(values.dtype_name(part), values.shape_of(part), at, number) if (at > -4).all() else None


def make(course: Course, checks: Checks, worlds: Worlds, most: int = MOST_BYTES) -> Calls:
    """What fits of all that right solutions ask earlier functions for."""
    rubric, kept, spent = course.rubric, Calls(), 0
    stored: set[bytes] = set()
    for item in rubric.items:
        before = [rubric.item(ident) for ident in rubric.prerequisites(item.id)]
        functions = [name for earlier in before for name in _functions(earlier)]
        if item.slow or not functions:
            continue
        heard, dear = _heard(course, checks, worlds, checks.of(item.id), Listened(course, functions)), False
        for earlier in before:
            unit = _new([call for call in heard if call.target in _functions(earlier)], kept)
            sizes = {data: size for call in unit for data, size in _numbers(call)}
            cost = sum(size for data, size in sizes.items() if data not in stored)
            if spent + cost <= most or cost <= CHEAP:
                spent, stored = spent + cost, stored | set(sizes)
                dear |= cost > CHEAP
                for call in unit:
                    kept.add(call)
        if dear:
            _other_right_ways(course, checks, worlds, item, checks.of(item.id), functions, kept)
    for item in rubric.items:
        _add_inside(course, checks, worlds, item, kept)
    return kept


def _add_inside(course: Course, checks: Checks, worlds: Worlds, item: Item, kept: Calls) -> None:
    """What a class of a task asks another function of the same task for."""
    inside = [check for check in checks.of(item.id) if check.stands_on]
    module = item.file.removesuffix(".py")
    functions = list(dict.fromkeys(f"{module}.{name}" for check in inside for name in check.stands_on))
    if item.slow or not functions:
        return
    for call in _new(_heard(course, checks, worlds, inside, Listened(course, functions)), kept):
        kept.add(call)
    _other_right_ways(course, checks, worlds, item, inside, functions, kept)


def _functions(item: Item) -> list[str]:
    return [f"{item.file.removesuffix('.py')}.{name}" for name in item.names if "." not in name]


class Listened:
    """A right solution whose earlier functions are wrapped."""

    def __init__(self, course: Course, functions: Iterable[str], overlays: Sequence[Any] = ()) -> None:
        modules = load(course.trusted_sources(), list(overlays))
        self.listener = Listener(modules, functions, tries=not overlays)
        self.world = Local(modules)


def _heard(
    course: Course, checks: Checks, worlds: Worlds, wanted: Iterable[Check], solution: Listened
) -> list[RecordedCall]:
    heard: list[RecordedCall] = []
    for check in wanted:
        solution.listener.heard.clear()
        if checks.run(check, worlds.against(course.rubric.public_key(), solution.world)).passed:
            heard += solution.listener.heard
    return heard


def _new(calls: Iterable[RecordedCall], kept: Calls) -> list[RecordedCall]:
    """Each call once; another way back through a known one is added to that one."""
    fresh = Calls()
    for call in calls:
        there = _same(call, kept) or _same(call, fresh)
        if there is None:
            fresh.add(call)
        else:
            _add_ways_back(there, call, only_known=False)
    return list(fresh)


def _same(call: RecordedCall, among: Calls) -> RecordedCall | None:
    strictest = ["float64"] * len(call.marks)
    return next((other for other in among.like(call) if other.fits(call.marks, strictest)), None)


def _add_ways_back(there: RecordedCall, call: RecordedCall, only_known: bool) -> None:
    for back in call.backs:
        known = next((b for b in there.backs if _equal_answers(b.gradients, back.gradients)), None)
        if known is not None:
            back = Back(back.marks, known.gradients)
        elif only_known:
            continue
        there.backs.append(back)


def _other_right_ways(
    course: Course, checks: Checks, worlds: Worlds, item: Item, wanted: list[Check], functions: list[str], kept: Calls
) -> None:
    """What other right solutions ask, where the answer is one that is kept anyway: it costs a few bytes each."""
    near = {
        name for ident in (item.id, *course.rubric.prerequisites(item.id)) for name in course.rubric.item(ident).names
    }
    for answer in course.alternatives:
        if not near & {*answer.replaces}:
            continue
        solution = Listened(course, functions, [overlay(answer)])
        for call in _heard(course, checks, worlds, wanted, solution):
            there = _same(call, kept)
            if there is not None:
                _add_ways_back(there, call, only_known=True)
                continue
            twin = next((other for other in kept if _equally_answered(other, call)), None)
            if twin is not None:
                made = replace(call, answers=twin.answers, backs=[])
                made.backs = [*_known_ways_back(twin, call)]
                kept.add(made)


def _known_ways_back(twin: RecordedCall, call: RecordedCall) -> Iterable[Back]:
    for back in call.backs:
        for other in twin.backs:
            if _equal_answers(other.gradients, back.gradients):
                yield Back(back.marks, other.gradients)


def _equally_answered(other: RecordedCall, call: RecordedCall) -> bool:
    return (
        other.target == call.target
        and (other.several, other.plain) == (call.several, call.plain)
        and all(part.copied_from is None for part in (*other.answers, *call.answers))
        and _equal_answers(other.answers, call.answers)
    )


def _equal_answers(mine: Sequence[RecordedAnswer | None], theirs: Sequence[RecordedAnswer | None]) -> bool:
    return len(mine) == len(theirs) and all(
        (a is None and b is None)
        or (
            a is not None
            and b is not None
            and (a.dtype, a.shape, a.copied_from) == (b.dtype, b.shape, b.copied_from)
            and np.allclose(a.numbers, b.numbers, rtol=EQUAL, atol=EQUAL, equal_nan=True)
        )
        for a, b in zip(mine, theirs, strict=True)
    )


def _numbers(call: RecordedCall) -> Iterable[tuple[bytes, int]]:
    """Each array of numbers, and the bytes it takes; zeros and equal arrays take none."""
    for part in (*call.answers, *(part for back in call.backs for part in back.gradients)):
        if part is not None and part.copied_from is None:
            yield part.numbers.tobytes(), 4 * int(np.count_nonzero(part.numbers))
    if call.plain:
        yield f"{call.target}{call.outline_text}".encode(), len(call.outline_text) + len(call.plain)


def alike(old: Calls, new: Calls) -> bool:
    """Whether two recordings hold the same calls, up to rounding on another processor."""
    mine, theirs = list(old), list(new)
    return len(mine) == len(theirs) and all(
        (there := _same(call, old)) is not None and there.plain == call.plain for call in theirs
    )
