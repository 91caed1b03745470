"""Asks whether a line that is blamed may be right after all: then nothing is said of it.

A call can be the first whose result is wrong because of what it was handed: a right value, but not the one that is
needed there. The values cannot tell the two apart. So a call that works on something made further off is blamed only if
the first that it does with it is right. What the source tells of numbers and names is asked in locate.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .line_shown import Place, Silent
from .right_way import RightWay, with_given
from .symptoms import made_from
from .watched_calls import GIVEN, KEPT, Step, Watched

NEAR = 1
"""Lines next to each other are one place to a reader."""
CUTS = ("__getitem__", "narrow", "select")
"""Operations that take a part of a value."""
Line = tuple[str, int]


class Doubtful(Silent):
    """A line is seen, and may be right. What other checks see counts if it stands before that line."""

    def __init__(self, reason: str, line: Line) -> None:
        super().__init__(reason)
        self.line = line

    def allows(self, place: Place) -> bool:
        return place.file != self.line[0] or place.line < self.line[1]


@dataclass(frozen=True)
class Lines:
    """Where the steps of a call stand in the task's own code."""

    of: Callable[[int], Line | None]
    loops: Sequence[tuple[str, int, int]]
    """File, first and last line of every loop."""

    def far(self, one: Line, other: Line) -> bool:
        return one[0] != other[0] or abs(one[1] - other[1]) > NEAR

    def loop_around(self, line: Line, outside: Line) -> Line | None:
        """The head of the outermost loop that a line is in and another is not."""
        heads = [
            (file, first)
            for file, first, last in self.loops
            if file == line[0] and first <= line[1] <= last and not (file == outside[0] and first <= outside[1] <= last)
        ]
        return min(heads, default=None)


def raise_if_doubtful(call: Watched, number: int, right: RightWay, lines: Lines) -> None:
    """Doubtful where the step's line may be right though its result is the first wrong one."""
    step, line = call.steps[number], lines.of(number)
    if line is None or right.knows(step.fingerprints):
        return  # it is blamed for something else than its result
    if step.frames[:1] != (line,) and _was_handed_over(call, number, line, right, lines):
        raise Doubtful("what a call was handed may be the wrong thing", line)
    if any(_is_cut_as_nobody_does(call, parent, right, lines, line) for parent in made_from(call, [number]) - {number}):
        raise Doubtful("something was cut as in no right solution", line)
    if _works_elsewhere(call, number, line, right):
        raise Doubtful("the same line gives something right in another call", line)


def _was_handed_over(call: Watched, number: int, line: Line, right: RightWay, lines: Lines) -> bool:
    """Whether the call works on something that was made further off, and what it first does with it is not right. What
    a loop made may be of too many rounds or too few, whatever is done with it."""
    inside, handed = _taken_in(call, number, line, lines)
    for parent in handed:
        made_at = lines.of(parent)
        if made_at is None:
            continue
        head = lines.loop_around(made_at, line)
        if head is not None and lines.far(head, line):
            return True
        if lines.far(made_at, line) and not any(_is_right_use(call, step, parent, right) for step in inside):
            return True
    return False


def _is_right_use(call: Watched, number: int, parent: int, right: RightWay) -> bool:
    """Whether something right comes of a value in this step, or right solutions too bring it together with what was
    given."""
    step = call.steps[number]
    if parent not in step.parents:
        return False
    given = [call.steps[other] for one, other in with_given(call.steps, step.parents) if one == parent]
    return right.knows(step.fingerprints[:1]) or any(right.meets(call.steps[parent], each) for each in given)


def _taken_in(call: Watched, number: int, line: Line, lines: Lines) -> tuple[set[int], set[int]]:
    """The steps of a line that one of its steps was made from, and what they took from other lines; in a loop, those of
    its own round."""
    steps, step = call.steps, call.steps[number]
    rounds = [place for place in range(number) if (steps[place].op, steps[place].frames) == (step.op, step.frames)]
    begins = max(rounds, default=-1)
    inside, handed, waiting = {number}, set[int](), [number]
    while waiting:
        for parent in steps[waiting.pop()].parents:
            if parent <= begins or parent in inside or steps[parent].op in (GIVEN, KEPT):
                continue
            if lines.of(parent) == line:
                inside.add(parent)
                waiting.append(parent)
            else:
                handed.add(parent)
    return inside, handed


def _is_cut_as_nobody_does(call: Watched, number: int, right: RightWay, lines: Lines, line: Line) -> bool:
    """Whether the rounds of a loop, further up, cut something into parts that no right solution has. All parts together
    are what was cut, along whichever axis."""
    step, made_at = call.steps[number], lines.of(number)
    alone = [each for each in step.fingerprints if each not in step.together]
    far = made_at is not None and lines.far(made_at, line)
    return far and step.op in CUTS and bool(step.together) and not right.knows(alone)


def _works_elsewhere(call: Watched, number: int, line: Line, right: RightWay) -> bool:
    """Whether the same step of a helper, called from another line, gives something right: then it is no fault of the
    helper's."""
    step = call.steps[number]
    inner = step.frames.index(line) + 1 if line in step.frames else len(step.frames)

    def is_twin(other: Step) -> bool:
        same = (other.op, other.frames[:inner]) == (step.op, step.frames[:inner])
        return same and other.frames[inner:] != step.frames[inner:]

    return len(step.frames) > inner and any(is_twin(each) and right.knows(each.fingerprints) for each in call.steps)
