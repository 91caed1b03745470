"""Finds the student's line where a wrong value began: the one on which the failed checks of a task agree.

The right way of a check is what the reference and every right alternative compute on the check's own numbers:
fingerprints of all their values. Which step of a watched call left it is found in blame.py; a dtype, a gradient or an
argument that is not as it should be has symptoms of its own (symptoms.py). Here a step becomes a line.

Silent rather than wrong: several places, steps that cannot be followed, or no line of the task's own: nothing is said,
and staff and the audit learn why.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..running.collect import Check
from . import doubt, symptoms
from .blame import HERE, LATE, LOOP, MISSING, RETURNED, Blamed, blamed_steps
from .line_shown import Place, Silent
from .names import Names
from .right_way import RightWay
from .watched_calls import KEPT, Watched

FOLLOWED = ("values", "shape", "nan", "dtype")
"""Kinds of failure that can be followed to a line: by this, not by what is found, it is decided what can be."""
GRADIENT, CHANGED = "gradient", "changed"
_VALUES = ("values", "shape", "nan")
_IN_TURN = (_VALUES, ("dtype",), (GRADIENT,), (CHANGED,))
"""Of what failed, the first of these is looked at: the others may follow from it."""
_BY_SYMPTOM = {"dtype": symptoms.dtype_begins, GRADIENT: symptoms.gradient_ends, CHANGED: symptoms.argument_written}
"""Kinds that need no right way."""
MOST_CHECKS = 3
"""Failed checks of a task that are looked at; the line they agree on is shown."""


def kind_of(check: Check, category: str) -> str:
    """How a failed check is looked at: by the kind of its failure, and by what it asks of the code."""
    if check.asks("grad") and category in ("values", "property"):
        return GRADIENT
    return CHANGED if check.asks("observe") and category == "property" else category


class Locator:
    """Finds the line of a failed task; at home and on the server."""

    def __init__(
        self, ways: Mapping[str, RightWay], sources: Mapping[str, ast.Module], contract: Collection[str]
    ) -> None:
        self._ways = ways
        self._functions = owners(sources, contract)
        self._names = Names(sources)

    def can_follow(self, failed: Mapping[str, str]) -> bool:
        """Whether a line can be looked for in the values of failed checks (check → its `kind_of`)."""
        followed = any(kind in FOLLOWED and self._can_look(check, kind) for check, kind in failed.items())
        return followed and not _no_value(failed)

    def _can_look(self, check: str, kind: str) -> bool:
        return kind in _BY_SYMPTOM or check in self._ways

    def place(self, failed: Mapping[str, str], watch: Callable[[str], tuple[str, Watched] | None]) -> Place:
        """The line that failed checks agree on; Silent where there is none. `failed`: check → its `kind_of`, in order;
        `watch` runs one of them again and gives the function that was called last and how its answer came about."""
        if _no_value(failed):
            raise Silent("no value comes back")
        if CHANGED in failed.values() and any(kind in _VALUES for kind in failed.values()):
            raise Silent("it writes into what it was given")  # what is wrong later may be what it wrote before
        for kinds in _IN_TURN:
            if wanted := [check for check in failed if failed[check] in kinds and self._can_look(check, failed[check])]:
                break
        else:
            raise Silent("it raises" if "raised" in failed.values() else "no check compares values")
        found, reasons = [], []
        doubts: list[doubt.Doubtful] = []
        for check in wanted[:MOST_CHECKS]:
            try:
                if (seen := watch(check)) is None:
                    raise Silent("nothing was seen")
                found.append({replace(each, check=check) for each in self.around(check, failed[check], *seen)})
            except Silent as silent:
                doubts += [silent] if isinstance(silent, doubt.Doubtful) else []
                found.append(set())
                reasons.append(silent.reason)
        if not any(found):
            raise Silent(reasons[0])
        place = agreed(found)
        for each in doubts:
            if not each.allows(place):
                raise each
        return place

    def around(self, check: str, kind: str, target: str, call: Watched) -> set[Place]:
        """The lines of one watched call."""
        right = self._ways.get(check)
        if right is None and kind not in _BY_SYMPTOM:
            raise Silent("no right way through this check was recorded")
        right = right or RightWay()
        found = places(call, right, self._functions, target, kind)
        return {self._where_made(place, call, right) for place in found}

    def _where_made(self, place: Place, call: Watched, right: RightWay) -> Place:
        """Move the blame to the line that made an index, or a plain number with which nobody right does arithmetic."""
        step = call.steps[place.step]
        if place.symptom or place.missing or step.frames[:1] != ((place.file, place.line),):
            return place
        line = place.line
        wrong = not right.knows(step.fingerprints)
        if wrong and line - self._names.renamed_at(place.file, line) > doubt.NEAR:
            raise doubt.Doubtful("a value was given another name further up", (place.file, line))
        if step.op == "__getitem__":
            line = self._names.index_made_at(place.file, place.line)
            doubtful = place.line - self._names.bound_made_at(place.file, place.line) > doubt.NEAR
        elif step.number is not None and not right.has_number(step.number):
            line = self._names.number_made_at(place.file, place.line)
            doubtful = self._names.comes_from_a_helper(place.file, place.line)
        else:
            return place
        if doubtful and line == place.line and wrong:
            raise doubt.Doubtful("a number was made further up", (place.file, place.line))
        return replace(place, line=line)


def _no_value(failed: Mapping[str, str]) -> bool:
    """Whether what came back is no value at all: the other failures may follow from that."""
    return next(iter(failed.values()), "") == "type"


def places(call: Watched, right: RightWay, own: Sequence[Owner], target: str, kind: str = "values") -> set[Place]:
    """Every line where one wrong call leaves the right way; Silent where that cannot be said."""
    if not call.followed or not call.results:
        raise Silent("too many steps" if not call.followed else "no tensor comes back")
    call = _as_one(call, right)
    if kind in _BY_SYMPTOM:
        return _lines(call, ((number, HERE) for number in _BY_SYMPTOM[kind](call)), own, target, kind)
    try:
        blamed = blamed_steps(call, right, kind)
        found = _lines(call, blamed, own, target)
        _in_no_doubt(call, right, found, blamed, own, target)
    except Silent:
        if kind != "nan":
            raise
        found = set()
    if kind != "nan":
        return found
    if len(found) != 1:  # of many ways that nobody knew: where it became no number
        found = _lines(call, ((each, HERE) for each in symptoms.overflow_begins(call, right)), own, target, kind)
    return {
        replace(place, symptom=symptoms.how_it_overflows(call, place.step) or place.symptom)
        if place.symptom != LATE
        else place
        for place in found
    }


def _in_no_doubt(
    call: Watched, right: RightWay, found: set[Place], blamed: Collection[Blamed], own: Sequence[Owner], target: str
) -> None:
    def line_of(number: int) -> tuple[str, int] | None:
        place = _line(call, number, HERE, own, target)
        return (place.file, place.line) if place else None

    lines = doubt.Lines(line_of, [(owner.file, *loop) for owner in own for loop in owner.loops])
    for place in found:
        if (place.step, HERE) in blamed:
            doubt.raise_if_doubtful(call, place.step, right, lines)


def _as_one(call: Watched, right: RightWay) -> Watched:
    """The call with the rounds of a loop joined: a round is right where all rounds together are."""
    steps = [
        replace(step, fingerprints=(*(each for each in step.together if right.knows([each])), *step.fingerprints))
        if right.knows(step.together) and not right.knows(step.fingerprints)
        else step
        for step in call.steps
    ]
    return replace(call, steps=steps)


def _lines(call: Watched, blamed: Iterable[Blamed], own: Sequence[Owner], target: str, symptom: str = "") -> set[Place]:
    found = {_line(call, number, how, own, target) for number, how in sorted(blamed)}
    if not found or None in found:
        raise Silent("outside the task's own lines" if found else "its values are those of a right solution")
    named = set()
    for place in filter(None, found):
        kept = call.steps[place.step].op == KEPT
        named.add(replace(place, symptom=symptom or ("kept" if kept else place.symptom)))
    return _nearest(call, named)


def _nearest(call: Watched, found: set[Place]) -> set[Place]:
    """The first of neighbouring lines, or of more that follow each other and do the same: they are one place."""
    files = {place.file for place in found}
    lines = {place.line for place in found}
    same = len(lines) == 2 or len({call.steps[place.step].op for place in found}) == 1
    if len(files) == 1 and same and max(lines) - min(lines) == len(lines) - 1:
        return {place for place in found if place.line == min(lines)}
    return found


@dataclass(frozen=True)
class Owner:
    """A function of the student's: where it stands, and whether it is one that a task asks for."""

    file: str
    first: int
    last: int
    name: str
    """Full: "multihead.MultiHeadAttention.forward"."""
    asked_for: bool
    returns: tuple[int, ...] = ()
    """The lines that return something."""
    loops: tuple[tuple[int, int], ...] = ()
    """First and last line of every loop, outer ones first."""


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
                    within = list(ast.walk(part))
                    returns = tuple(each.lineno for each in within if isinstance(each, ast.Return))
                    loops = tuple((each.lineno, _end(each)) for each in within if isinstance(each, ast.For | ast.While))
                    found.append(Owner(file, part.lineno, _end(part), name, name in contract, returns, loops))
    return found


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _line(call: Watched, number: int, how: str, own: Sequence[Owner], target: str) -> Place | None:
    """The deepest line of the task's own code: a call into another task's function points at the calling line."""
    chosen: tuple[str, int] | None = None
    inside: Owner | None = None
    for file, line in reversed(call.steps[number].frames):
        owner = next((each for each in own if each.file == file and each.first <= line <= each.last), None)
        if owner is not None and owner.asked_for and owner.name != target and chosen is not None:
            break
        chosen, inside = (file, line), owner
    if how == RETURNED:
        asked = next((each for each in own if each.name == target), None)
        return Place(asked.file, asked.returns[0], step=number) if asked and len(asked.returns) == 1 else None
    if chosen is None:
        return None
    if how == LOOP:
        around = [first for first, last in inside.loops if first <= chosen[1] <= last] if inside else []
        return Place(chosen[0], around[-1], step=number, symptom=how) if around else Place(*chosen, step=number)
    return Place(*chosen, how == MISSING, number, "" if how == MISSING else how)


def agreed(found: Sequence[set[Place]]) -> Place:
    """The one line that the failed checks of a task agree on; Silent where there is none.

    The everyday check comes first. Rarer inputs (a single token, zeros) can make a wrong value look right and put the
    departure later, never earlier: so its line stands against a later one.
    """
    lines = [{(place.file, place.line) for place in each} for each in found]
    single = [next(iter(each)) for each in lines if len(each) == 1]
    ranked = Counter(single).most_common(2)
    if not ranked:
        common = set.intersection(*filter(None, lines)) if sum(map(bool, lines)) > 1 else set()
        if len(common) != 1:
            raise Silent("several lines")
        ranked = [(common.pop(), 1)]
        single = [ranked[0][0]]
    chosen = ranked[0][0]
    (file, line), others = single[0], {place for place in single if place != single[0]}
    near = all(other == file and abs(at - line) == 1 for other, at in others)
    later = all(other == file and at > line for other, at in others)
    if others and (near or later):
        chosen = single[0]
    elif len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        raise Silent("failed checks disagree")
    ordered = [place for each in found for place in sorted(each, key=lambda place: place.step)]
    same = [place for place in ordered if (place.file, place.line) == chosen]
    if len(lines[0]) > 1 and chosen not in lines[0]:
        raise Silent("several lines")  # the everyday check sees several places, and this is none of them
    missing = 2 * sum(place.missing for place in same) > len(same)
    alike = [place for place in same if place.missing == missing]
    return alike[0]
