"""Where a wrong item's values leave the right way: its failed checks once more, watched in the worker.

What the worker says of its own steps is a claim. It can name nothing but lines of this submission, the text of the line
is ours, and whoever forges an account gets a wrong line shown to nobody but themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from ..checks import locate
from ..checks.collect import Check, Checks
from ..checks.tracing import Watched
from ..content.course import Course
from .participants import TrustedParticipants
from .remote import Remote
from .result import Where


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

    def place(
        self, wrong: Sequence[Check], remote: Remote, sides: TrustedParticipants, out_of_time: Callable[[], bool]
    ) -> Where | None:
        """The line that the failed checks agree on, or nothing."""
        places = []
        for check in [check for check in wrong if check.name in self._ways][: locate.MOST_CHECKS]:
            if out_of_time():
                return None
            calls: list[tuple[str, Watched]] = []
            remote.followed = calls
            try:
                self._checks.run(check, sides)
            finally:
                remote.followed = None
            if calls:
                target, call = calls[-1]
                places.append(locate.places(call, self._ways[check.name], self._functions, target))
        found = locate.agreed(places)
        if found is None:
            return None
        text = self._texts[found.file].splitlines()[found.line - 1].strip()
        return Where(found.file, found.line, text, found.missing)
