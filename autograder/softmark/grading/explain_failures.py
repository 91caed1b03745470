"""Explains a wrong task beyond its failed checks: the name of the mistake, the line, how the answer behaves."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..content.course import Course
from ..content.rubric import Item
from ..locating.line_shown import may_show
from ..naming import behaviour
from ..naming.behaviour import Behaviour
from ..naming.diagnose import contradicts, name_mistake
from ..running.collect import Checks, trace
from .calls.participants import Worlds
from .calls.remote import Remote
from .check_result import NOT_WRITTEN, Phase
from .result import Where
from .run_watched import Locating, Looked
from .so_far import SoFar
from .time_left import TimeLeft


class Explainer:
    """Explains the failures of one grade."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        worlds: Worlds,
        so_far: SoFar,
        time_left: TimeLeft,
        submitted: Mapping[str, str],
    ) -> None:
        self._course = course
        self._checks = checks
        self._worlds = worlds
        self._so_far = so_far
        self._time_left = time_left
        self._submitted = submitted
        self._trees: Mapping[str, ast.Module] = {}
        self.locating: Locating | None = None

    def read(self, trees: Mapping[str, ast.Module]) -> None:
        """The submitted files, as far as they can be parsed."""
        self._trees = trees

    def name(self, item: Item, phase: Phase, key: str) -> None:
        """A name must fit all that the task shows: one found on public numbers falls if hidden ones contradict it, and
        where public numbers fail without a name, hidden ones do not give one."""
        named = self._so_far.named
        named.pop((item.id, phase), None)
        if self._course.rubric.feedback.hints == "off" or not self._so_far.failed(item.id, phase):
            return
        if self._so_far.not_written(item.id, phase):
            return
        found = self._so_far.of(item.id, phase)
        wanted = [check for check in self._checks.of(item.id) if check.name in found]
        known = self._worlds.known(item.id, wanted, key)
        mine = {name: trace(finding) for name, finding in found.items()}
        by_pattern = frozenset(check.name for check in wanted if check.by_pattern)
        if phase == "hidden" and self._so_far.failed(item.id, "public"):
            before = named.get((item.id, "public"))
            known = {name: traces for name, traces in known.items() if before is not None and name == before.name}
            if before is not None and contradicts(mine, known[before.name], by_pattern):
                del named[item.id, "public"]
        name = name_mistake(mine, known, by_pattern)
        answer = next((answer for answer in self._course.known_mistakes if answer.name == name), None)
        if answer is not None:
            named[item.id, phase] = answer

    def locate(self, item: Item, remote: Remote) -> None:
        """Look for the line where the values of a wrong task leave the right way, on public numbers."""
        looked = self._so_far.looked
        looked.pop(item.id, None)
        wrong = {name: one for name, one in self._so_far.failed(item.id, "public").items() if not one.alone}
        if not wrong or not may_show(self._course.rubric.feedback.hints):
            return
        if item.id in self._so_far.broken:
            looked[item.id] = Looked(silent="a rule is broken")
            return
        self.locating = self.locating or Locating(
            self._course, self._checks, self._submitted, self._trees, self._time_left
        )
        sides = self._worlds.against(self._course.rubric.public_key(), remote)
        categories = {name: finding.category for name, finding in wrong.items()}
        looked[item.id] = self.locating.look(categories, remote, sides)

    def line_of(self, item: Item) -> tuple[Where | None, Looked]:
        """The line to show, if one is, and what came of looking for it."""
        looked = self._so_far.looked.get(item.id, Looked())
        return self.locating.shown(looked.place) if looked.place and self.locating else None, looked

    def behaviour(self, item: Item) -> Behaviour | None:
        """How a wrong answer behaves that no known mistake explains."""
        if item.id in self._so_far.broken or any(ident == item.id for ident, _ in self._so_far.named):
            return None
        random = {check.name for check in self._checks.of(item.id) if check.by_pattern}
        failed = self._so_far.failed(item.id, "public")
        wrong = [(name, trace(finding), name in random) for name, finding in failed.items()]
        return behaviour.of(shown for shown in wrong if shown[1].kind != NOT_WRITTEN)
