"""Where a wrong item's values leave the right way: its failed checks once more, watched in the worker.

What the worker says of its own steps is a claim. It can name nothing but lines of this submission, the text of the line
is what was handed in, and whoever forges an account gets a wrong line shown to nobody but themselves. An account on
which the locator itself stumbles, or takes long over, says nothing; nor does code that cannot bear being watched, and
it is not watched again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from ..checks import locate
from ..checks.collect import Check, Checks
from ..checks.errors import Died, TimedOut
from ..checks.locate import Place
from ..checks.tracing import Watched
from ..content.course import Course
from ..sandbox.walls.limits import bounded, bounded_memory
from .participants import TrustedParticipants
from .remote import Remote
from .result import Where

SECONDS, MEMORY_MB = 2.0, 256
"""For one check's account; an honest one takes a hundredth of it."""


class Locator:
    """Knows the functions of one submission."""

    def __init__(
        self, course: Course, checks: Checks, texts: Mapping[str, str], trees: Mapping[str, ast.Module]
    ) -> None:
        self._ways = course.right_ways
        self._checks = checks
        self._texts = texts
        items = course.rubric.all_items
        contract = {f"{item.file.removesuffix('.py')}.{name}" for item in items for name in item.names}
        self._functions = locate.owners(trees, contract)
        self._given_up = False

    def place(
        self, wrong: Sequence[Check], remote: Remote, sides: TrustedParticipants, out_of_time: Callable[[], bool]
    ) -> Where | None:
        """The line that the failed checks agree on, or nothing."""
        places = []
        for check in [check for check in wrong if check.name in self._ways][: locate.MOST_CHECKS]:
            if self._given_up or out_of_time():
                return None
            places += self._places(check, remote, sides)
        found = locate.agreed(places)
        if found is None:
            return None
        text = self._texts[found.file].split("\n")[found.line - 1].strip()
        return Where(found.file, found.line, text, found.missing)

    def _places(self, check: Check, remote: Remote, sides: TrustedParticipants) -> list[set[Place]]:
        calls: list[tuple[str, Watched]] = []
        remote.followed = calls
        try:
            with bounded_memory(MEMORY_MB):
                finding = self._checks.run(check, sides)
        finally:
            remote.followed = None
        self._given_up = finding.category in (TimedOut.category, Died.category)
        if not calls:
            return []
        target, call = calls[-1]
        try:
            with bounded(SECONDS, MEMORY_MB):
                return [locate.places(call, self._ways[check.name], self._functions, target)]
        except Exception:  # an account by hostile code: whatever it does to the locator, nothing is said
            return []
