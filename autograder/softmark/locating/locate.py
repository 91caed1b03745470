"""Finds the student's line where a wrong value began: the one on which the failed checks of a task agree.

The right way of a check is what the reference and every right alternative compute on the check's own numbers:
fingerprints of all their values. Which step of a watched call left it is found in blame.py; a dtype, a gradient or an
argument that is not as it should be has symptoms of its own (symptoms.py). Here a step becomes a line.

Silent rather than wrong: several places, steps that cannot be followed, or no line of the task's own: nothing is said,
and staff and the audit learn why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ..running.collect import Check
from . import symptoms
from .account import GIVEN, KEPT, Watched
from .blame import HERE, MISSING, RETURNED, blamed_steps
from .line_shown import Place, Silent
from .own_lines import Line, OwnLines
from .right_way import RightWay

FOLLOWED = ("values", "shape", "nan", "dtype")
"""Kinds of failure that can be followed to a line: by this, not by what is found, it is decided what can be."""
GRADIENT, CHANGED = "gradient", "changed"
_VALUES = ("values", "shape", "nan")
_IN_TURN = (_VALUES, ("dtype",), (GRADIENT,), (CHANGED,))
"""Of what failed, the first of these is looked at: the others may follow from it."""
_BY_SYMPTOM = {"dtype": symptoms.dtype_begins, GRADIENT: symptoms.gradient_ends, CHANGED: symptoms.argument_written}
"""Kinds that need no right way."""
NEAR = 1
"""Lines next to each other are one place to a reader."""
MOST_CHECKS = 3
"""Failed checks of a task that are looked at; the line they agree on is shown."""


def kind_of(check: Check, category: str) -> str:
    """How a failed check is looked at: by the kind of its failure, and by what it asks of the code."""
    if check.asks("grad") and category in ("values", "property"):
        return GRADIENT
    return CHANGED if check.asks("observe") and category == "property" else category


Failed = Mapping[str, str]
"""Check → its `kind_of`, in order."""


def can_follow(failed: Failed, ways: Collection[str]) -> bool:
    """Whether a line can be looked for in the values of failed checks. `ways`: checks with a right way."""
    followed = any(kind in FOLLOWED and _can_look(check, kind, ways) for check, kind in failed.items())
    return followed and not _no_value(failed)


def place(failed: Failed, ways: Collection[str], look: Callable[[str], set[Place]]) -> Place:
    """The line that failed checks agree on; Silent where there is none. `look` runs one of them again, watched, and
    gives the `places` where it leaves the right way."""
    found, reasons = [], []
    for check in _to_look_at(failed, ways)[:MOST_CHECKS]:
        try:
            found.append(look(check))
        except Silent as silent:
            found.append(set())
            reasons.append(silent.reason)
    if not any(found):
        raise Silent(reasons[0])
    return agreed(found)


def _to_look_at(failed: Failed, ways: Collection[str]) -> list[str]:
    if _no_value(failed):
        raise Silent("no value comes back")
    if CHANGED in failed.values() and any(kind in _VALUES for kind in failed.values()):
        raise Silent("it writes into what it was given")  # what is wrong later may be what it wrote before
    for kinds in _IN_TURN:
        if wanted := [check for check, kind in failed.items() if kind in kinds and _can_look(check, kind, ways)]:
            return wanted
    raise Silent("it raises" if "raised" in failed.values() else "no check compares values")


def _can_look(check: str, kind: str, ways: Collection[str]) -> bool:
    return kind in _BY_SYMPTOM or check in ways


def _no_value(failed: Failed) -> bool:
    """Whether what came back is no value at all: the other failures may follow from that."""
    return next(iter(failed.values()), "") == "type"


def places(call: Watched, right: RightWay, own: OwnLines, target: str, kind: str = "values") -> set[Place]:
    """Every line where one wrong call leaves the right way; Silent where that cannot be said."""
    if not call.followed or not call.results:
        raise Silent("too many steps" if not call.followed else "no tensor comes back")
    lines = _Lines(call, right, own, target)
    if kind in _BY_SYMPTOM:
        return lines.of(((number, HERE) for number in _BY_SYMPTOM[kind](call)), kind)
    return lines.of(blamed_steps(call, right, kind))


class _Lines:
    """Makes lines of the steps of one call."""

    def __init__(self, call: Watched, right: RightWay, own: OwnLines, target: str) -> None:
        self._call, self._right, self._own, self._target = call, right, own, target

    def of(self, blamed: Iterable[tuple[int, str]], symptom: str = "") -> set[Place]:
        found = {self._place(number, how, symptom) for number, how in sorted(blamed)}
        if not found or None in found:
            raise Silent("outside the task's own lines" if found else "its values are those of a right solution")
        named = {replace(place, symptom=symptom or self._symptom(place)) for place in found if place}
        return self._nearest(named)

    def _symptom(self, place: Place) -> str:
        """What can be said of a line besides: a key of BY_SYMPTOM."""
        if place.symptom or place.missing:
            return place.symptom
        if self._call.steps[place.step].op == KEPT:
            return "kept"
        return "nan" if symptoms.begins_to_overflow(self._call, place.step) else ""

    def _place(self, number: int, how: str, symptom: str) -> Place | None:
        line = self._line(number)
        if how == RETURNED:
            asked = self._own.called(self._target)
            return Place(asked.file, asked.returns[0], step=number) if asked and len(asked.returns) == 1 else None
        if line is None:
            return None
        known = self._right.knows(self._call.steps[number].fingerprints)
        if how == HERE and not (symptom or known) and self._own.is_the_references(line):
            return self._before(number, line)
        return Place(*line, how == MISSING, number, "" if how == MISSING else how)

    def _line(self, number: int) -> Line | None:
        """The deepest line of the task's own code: a call into another task's function points at the calling line."""
        chosen: Line | None = None
        for line in reversed(self._call.steps[number].frames):
            function = self._own.around(line)
            others = function is not None and function.asked_for and function.name != self._target
            if others and chosen is not None:
                break
            chosen = line
        return chosen

    def _before(self, number: int, line: Line) -> Place:
        """A line that the reference has too is right: a step is missing before it, after the last line that is right.
        Of what works on nothing that was made further up, nothing is said."""
        above = [each for each in range(number) if self._is_right_above(each, line)]
        if not symptoms.made_from(self._call, [number]).intersection(above):
            raise Silent("the reference has this line, too")
        made = self._line(above[-1]) or line
        return Place(*made, missing=True, step=above[-1])

    def _is_right_above(self, number: int, line: Line) -> bool:
        made, made_at = self._call.steps[number], self._line(number)
        here = made_at is not None and self._own.around(made_at) == self._own.around(line) and made_at[1] < line[1]
        return here and made.op not in (GIVEN, KEPT) and self._right.knows(made.fingerprints)

    def _nearest(self, found: set[Place]) -> set[Place]:
        """The first of neighbouring lines, or of more that follow each other and do the same: they are one place."""
        files = {place.file for place in found}
        lines = {place.line for place in found}
        same = len(lines) == 2 or len({self._call.steps[place.step].op for place in found}) == 1
        if len(files) == 1 and same and max(lines) - min(lines) == len(lines) - 1:
            return {place for place in found if place.line == min(lines)}
        return found


def agreed(found: Sequence[set[Place]]) -> Place:
    """The one line that the failed checks of a task agree on; Silent where there is none.

    The everyday check comes first. Rarer inputs (a single token, zeros) can make a wrong value look right and put the
    departure later, never earlier: so its line stands against a later one.
    """
    single = [next(iter(each)) for each in found if len({(place.file, place.line) for place in each}) == 1]
    if not single:
        raise Silent("several lines")
    if any(other.file != single[0].file or other.line < single[0].line - NEAR for other in single):
        raise Silent("failed checks disagree")
    return single[0]
