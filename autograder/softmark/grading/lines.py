"""Finds the line where a wrong task's values leave the right way, by running its failed checks once more, followed.

What the worker says of its own steps is a claim. It can name nothing but lines of this submission, the text of the line
is what was handed in, and whoever forges an account gets a wrong line shown to nobody but themselves. An account on
which the locator itself stumbles, or takes long over, says nothing; nor does code that cannot bear being followed, and
it is not followed again.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..core.bench import Sides
from ..core.tape import Tape
from ..locating import locate
from ..locating.account import Watched
from ..locating.line_shown import Place, Silent
from ..locating.own_lines import OwnLines
from ..locating.right_way import RightWay
from ..sandbox.layers.limits import bounded, bounded_memory
from .charge import Budget
from .material import Material
from .programs import Programs
from .result import Where

SECONDS, MEMORY_MB = 2.0, 256
"""For one check's account; an honest one takes a hundredth of it."""


class _NoMore(Exception):
    """The time for this is used up, or the code could not bear being followed."""


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
        reference = {f"{name}.py": text for name, text in material.course.reference.items()}
        self._own = OwnLines(trees, material.assignment.contract, reference)
        self._given_up = False

    def look(self, failed: Sequence[tuple[Tape, frozenset[str]]]) -> Looked:
        """The line that failed checks of a task agree on, or why there is none. With each, what it stands on."""
        if self._material.assignment.framework != "torch":
            return Looked(silent="only what torch does is followed")
        ways = self._material.course.right_ways
        kinds = {tape.check.name: locate.kind_of(tape.check, tape.kind) for tape, _ in failed}
        below = {tape.check.name: (tape, names) for tape, names in failed}

        def places(check: str) -> set[Place]:
            name, call = self._called_last(*below[check])
            with self._read():
                return locate.places(call, ways.get(check) or RightWay(), self._own, name, kinds[check])

        followed = locate.can_follow(kinds, ways)
        try:
            return Looked(locate.place(kinds, ways, places), followed=followed)
        except Silent as silent:
            return Looked(silent=silent.reason, followed=followed)
        except _NoMore:
            return Looked(silent="out of time", followed=followed)

    def shown(self, place: Place) -> Where:
        """For the result, with the line as the student wrote it."""
        text = self._texts[place.file].split("\n")[place.line - 1].strip()
        return Where(place.file, place.line, text, place.missing, place.symptom)

    def _called_last(self, tape: Tape, below: frozenset[str]) -> tuple[str, Watched]:
        """The function that a check calls last, and how its answer came about. The check is made as it is written, a
        batch at once: on the way right answers have these values."""
        if self._given_up or self._budget.seconds <= 0:
            raise _NoMore
        program, material = self._programs.student.on_top_of(below), self._material
        sides = Sides(program, material.public, material.assignment, material.checks.task_of, self._programs.judge)
        with program.watching.follow() as calls, bounded_memory(MEMORY_MB):
            finding = material.checks.run(tape.check, sides)
        self._given_up = Tape.of(tape.check, finding).stopped
        if not calls:
            raise Silent("nothing was seen")
        return calls[-1]

    @contextmanager
    def _read(self) -> Iterator[None]:
        """While an account by hostile code is read: whatever it does, the grade goes on, and no line is shown."""
        began = time.process_time()
        try:
            with bounded(SECONDS, MEMORY_MB):
                yield
        except Silent:
            raise
        except Exception:
            raise Silent("its account of itself cannot be read") from None
        finally:
            self._budget.seconds -= time.process_time() - began
