"""Finds where a wrong task's values leave the right way, by running its failed checks once more, watched in the worker.

What the worker says of its own steps is a claim. It can name nothing but lines of this submission, the text of the line
is what was handed in, and whoever forges an account gets a wrong line shown to nobody but themselves. An account on
which the locator itself stumbles, or takes long over, says nothing; nor does code that cannot bear being watched, and
it is not watched again.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..checks.errors import Died, TimedOut
from ..content.course import Course
from ..locating import locate
from ..locating.line_shown import Place, Silent
from ..locating.watched_calls import Watched
from ..running.collect import Checks
from ..sandbox.layers.limits import bounded, bounded_memory
from .calls.claims import Followed
from .calls.participants import TrustedParticipants
from .calls.remote import Remote
from .result import Where
from .time_left import TimeLeft

SECONDS, MEMORY_MB = 2.0, 256
"""For one check's account; an honest one takes a hundredth of it."""


class _NoMore(Exception):
    """The time for this is used up, or the submission's own account of itself has cost too much before."""


class _Bounded(locate.Locator):
    """A locator for accounts by hostile code: whatever one does to it, the grade goes on, and no line is shown."""

    time_left: TimeLeft

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
            self.time_left.allowance.explained(time.process_time() - began)


@dataclass(frozen=True)
class Looked:
    """What came of looking for the line of a task."""

    place: Place | None = None
    silent: str = ""
    """Why there is none; for staff and the audit."""
    followed: bool = False
    """A failed check compares values that can be followed, by its kind."""


class Locating:
    """Looks for the wrong lines of one submission."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        texts: Mapping[str, str],
        trees: Mapping[str, ast.Module],
        time_left: TimeLeft,
    ) -> None:
        self._checks = checks
        self._by_name = {check.name: check for check in checks}
        self._texts = texts
        items = course.rubric.all_items
        contract = {f"{item.file.removesuffix('.py')}.{name}" for item in items for name in item.names}
        self._locator = _Bounded(course.right_ways, trees, contract)
        self._locator.time_left = self._time_left = time_left
        self._given_up = False

    def look(self, failed: Mapping[str, str], remote: Remote, sides: TrustedParticipants) -> Looked:
        """The line that the failed checks of a task (with their categories) agree on, or why there is none."""

        def watch(check: str) -> tuple[str, Watched] | None:
            if self._given_up or not self._time_left.may_explain:
                raise _NoMore
            calls = self._run_watched(check, remote, sides).calls
            return calls[-1] if calls else None

        kinds = {check: locate.kind_of(self._by_name[check], category) for check, category in failed.items()}
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

    def values(self, place: Place, remote: Remote, sides: TrustedParticipants) -> dict[str, Any]:
        """What the blamed step was made from and what it came to, in the check that it was seen in; for staff."""
        calls = self._run_watched(place.check, remote, sides).calls
        if not calls or place.step >= len(calls[-1][1].steps):
            return {}
        before = () if place.missing else sorted(set(calls[-1][1].steps[place.step].parents))
        names = {number: f"before ({count})" for count, number in enumerate(before, 1)}
        names[place.step] = "there" if place.missing else "after"
        values = self._run_watched(place.check, remote, sides, list(names)).values
        return {name: values[number] for number, name in names.items() if number in values}

    def _run_watched(
        self, check: str, remote: Remote, sides: TrustedParticipants, wanted: Sequence[int] = ()
    ) -> Followed:
        with remote.claims.follow(wanted) as followed, bounded_memory(MEMORY_MB):
            finding = self._checks.run_as_written(self._by_name[check], sides)
        self._given_up = finding.category in (TimedOut.category, Died.category)
        return followed
