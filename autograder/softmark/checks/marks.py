"""The marks of a check: `@item` names its task, `@rests_on` the sentence of the stub that it is about.

@item("1.2")
class TestScores:
    @rests_on("Any leading dimensions, the same for q and k.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same): ...
"""

from __future__ import annotations

import pytest

item = pytest.mark.item
"""Marks a test class or function with its task: `@item("1.2")`."""

stands_on = pytest.mark.stands_on
"""On a class: `@stands_on("mean")`. What it checks calls another function of the same task. Where the classes about
that one fail, and this one too, it is checked once more on top of a right one: one mistake costs once."""

one_at_a_time = pytest.mark.one_at_a_time
"""On a class: `@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")`. Its checks hand over a
batch, (B, n, d). Code that fails the first of them so, and holds for each sequence by itself, was written for one
sequence: all checks of the class are then made one sequence at a time, except those about the habit, which fail."""

rests_on = pytest.mark.rests_on
"""Quotes the sentence of the task's *Graded* list that a check rests on. Points are shared among these sentences.
`habit` names what a student may do alike in many tasks: it is charged only up to a limit in all."""
