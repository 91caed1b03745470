"""The marks of a check: `@item` names its task, `@rests_on` the sentence of the stub that it is about.

@item("1.2")
class TestScores:
    @rests_on("Any leading dimensions, the same for q and k.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same): ...

A mark stands on what it marks, so that checks are found with pytest and without it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, NamedTuple

STANDS_AT = "softmark_marks"
"""The attribute of a class or function that holds its marks."""


class CheckMark(NamedTuple):
    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def marks_on(*holders: Any) -> Iterable[CheckMark]:
    """The marks of a function, then those of its class and of the classes that this one is made from."""
    for holder in holders:
        for place in holder.__mro__ if inspect.isclass(holder) else (holder,):
            yield from vars(place).get(STANDS_AT, ())


class Marker:
    """A decorator. `@by_pattern` marks as it is; `@item("1.2")` is another one, which holds what it was called with."""

    def __init__(self, name: str, *args: Any, **kwargs: Any) -> None:
        self.name = name
        self._mark = CheckMark(name, args, kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if len(args) != 1 or kwargs or not (inspect.isfunction(args[0]) or inspect.isclass(args[0])):
            return Marker(self.name, *args, **kwargs)
        marked = args[0]
        setattr(marked, STANDS_AT, (self._mark, *vars(marked).get(STANDS_AT, ())))
        return marked


item = Marker("item")
"""Marks a test class or function with its task: `@item("1.2")`."""

one_at_a_time = Marker("one_at_a_time")
"""On a class: `@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")`. Its checks hand over a
batch, (B, n, d). Code that fails the first of them so, and holds for each sequence by itself, was written for one
sequence: all checks of the class are then made one sequence at a time, except those about the habit, which fail."""

rests_on = Marker("rests_on")
"""Quotes the sentence of the task's *Graded* list that a check rests on. Points are shared among these sentences.
`habit` names what a student may do in the same way in many tasks: all of them together cost only up to a limit."""

by_pattern = Marker("by_pattern")
"""Replies are random: a mistake shows in which checks fail, not in the replies. For a class or for one check;
`(False)` makes an exception for one check of such a class."""

own_work = Marker("own_work")
"""Uses the student's own earlier tasks (it trains their model): left out if one of them is wrong."""
