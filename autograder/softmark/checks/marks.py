"""The marks of a check: which row of the rubric it belongs to, and which promise of the stub it rests on.

@item("1.2")
class TestScores:
    @rests_on("Any leading dimensions, the same for q and k.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same): ...
"""

from __future__ import annotations

import pytest

item = pytest.mark.item
"""Marks a test class or function with its task: `@item("1.2")`."""

rests_on = pytest.mark.rests_on
"""Quotes the sentence of the task's *Graded* list that a check rests on. Points are shared among these sentences.
`habit` names what a student may do alike in many tasks: it is charged only up to a limit in all."""
