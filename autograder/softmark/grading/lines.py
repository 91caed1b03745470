"""Finds the line where a wrong task's values leave the right way, by running its failed checks once more, followed.

What the worker says of its own steps is a claim. It can name nothing but lines of this submission, the text of the line
is what was handed in, and whoever forges an account gets a wrong line shown to nobody but themselves. An account on
which the locator itself stumbles, or takes long over, says nothing; nor does code that cannot bear being followed, and
it is not followed again.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.bench import Sides
from ..core.tape import Tape
from ..locating import locate
from ..locating.line_shown import Place, Silent
from ..locating.watched_calls import Watched
from ..sandbox.layers.limits import bounded, bounded_memory
from .charge import Budget
from .material import Material
from .programs import Programs
from .result import Where
from .watching import Followed

SECONDS, MEMORY_MB = 2.0, 256
"""For one check's account; an honest one takes a hundredth of it."""


class _NoMore(Exception):
    """The time for this is used up, or the submission's own account of itself has cost too much before."""


class _Bounded(locate.Locator):
    """A locator for accounts by hostile code: whatever one does to it, the grade goes on, and no line is shown."""

    budget: Budget

    def around(self, check: str, kind: str, target: str, call: Watched) -> set[Place]:
        began = time.process_time()
        try:
            with bounded(SECONDS, MEMORY_MB):
                return super().around(check, kind, target, call)
        except Silent:
            raise
        except Exception:
            raise Silent("its account of itself cannot be read") from None
        finally:
            self.budget.seconds -= time.process_time() - began


@dataclass(frozen=True)
class Looked:
    """What came of looking for the line of a task."""

    place: Place | None = None
    silent: str = ""
    """Why there is none; for staff and the audit."""
    followed: bool = False
    """A failed check compares values that can be followed, by its kind."""


class Lines:
    """Looks for the wrong lines of one submission, on public numbers."""

    def __init__(
        self,
        material: Material,
        programs: Programs,
        budget: Budget,
        texts: Mapping[str, str],
        trees: Mapping[str, ast.Module],
    ) -> None:
        self._material, self._programs, self._budget, self._texts = material, programs, budget, texts
        self._locator = _Bounded(material.course.right_ways, trees, material.assignment.contract)
        self._locator.budget = budget
        self._given_up = False

    def look(self, failed: Sequence[tuple[Tape, frozenset[str]]]) -> Looked:
        """The line that failed checks of a task agree on, or why there is none. With each, what it stands on."""
        kinds = {tape.check.name: locate.kind_of(tape.check, tape.kind) for tape, _ in failed}
        below = {tape.check.name: (tape, names) for tape, names in failed}

        def watch(check: str) -> tuple[str, Watched] | None:
            if self._given_up or self._budget.seconds <= 0:
                raise _NoMore
            calls = self._follow(*below[check]).calls
            return calls[-1] if calls else None

        followed = self._locator.can_follow(kinds)
        try:
            return Looked(self._locator.place(kinds, watch), followed=followed)
        except Silent as silent:
            return Looked(silent=silent.reason, followed=followed)
        except _NoMore:
            return Looked(silent="out of time", followed=followed)

    def shown(self, place: Place) -> Where:
        """For the result, with the line as the student wrote it."""
        text = self._texts[place.file].split("\n")[place.line - 1].strip()
        return Where(place.file, place.line, text, place.missing, place.symptom)

    def values(self, place: Place, failed: Sequence[tuple[Tape, frozenset[str]]]) -> dict[str, Any]:
        """What the blamed step was made from and what it came to, in the check that it was seen in; for staff."""
        tape, names = next(each for each in failed if each[0].check.name == place.check)
        calls = self._follow(tape, names).calls
        if not calls or place.step >= len(calls[-1][1].steps):
            return {}
        before = () if place.missing else sorted(set(calls[-1][1].steps[place.step].parents))
        titles = {number: f"before ({count})" for count, number in enumerate(before, 1)}
        titles[place.step] = "there" if place.missing else "after"
        values = self._follow(tape, names, list(titles)).values
        return {title: values[number] for number, title in titles.items() if number in values}

    def _follow(self, tape: Tape, below: frozenset[str], wanted: Sequence[int] = ()) -> Followed:
        """The check as it is written, a batch at once: on the way right answers have these values."""
        program, material = self._programs.student.on_top_of(below), self._material
        sides = Sides(program, material.public, material.assignment, material.checks.task_of, self._programs.judge)
        with program.watching.follow(wanted) as followed, bounded_memory(MEMORY_MB):
            finding = material.checks.run_as_written(tape.check, sides)
        self._given_up = Tape.of(tape.check, finding).stopped
        return followed
