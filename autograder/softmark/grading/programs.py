"""The programs of one grade on one set of numbers: the student's, the reference that stands in for functions of it, and
the reference's model that judges trained weights. Each runs in a worker of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..checks.errors import Died, GraderFault, NotLoaded, OutOfTime, TimedOut
from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..content.course import Course
from .charge import Budget
from .material import Material
from .remote import Files, Remote, Spawn
from .watching import Watching

STUDENT, REFERENCE, JUDGE = 0, 2, 3
"""Places of workers; beside the student's is one on top of the reference's functions."""
ANSWERING_SECONDS, ANSWER_SECONDS = 20.0, 3.0
"""For all that the reference answers in a grade, and for one call. A right answer takes some thousandths of a
second."""


class Judge:
    """Weights that a student's code trained are data to it. Whatever goes wrong here is the grader's fault."""

    carries = False
    stood_in = frozenset[str]()

    def __init__(self, remote: Remote) -> None:
        self._remote = remote

    def begin(self, check: str, task: str = "") -> None:
        self._remote.begin(check)

    def perform(self, ask: Ask) -> Reply:
        try:
            return self._remote.perform(ask)
        except (TimedOut, OutOfTime, Died, NotLoaded) as failure:
            raise GraderFault(f"the reference's model could not judge weights: {failure.text}") from None

    def on_top_of(self, names: frozenset[str]) -> Judge:
        return self


class Programs:
    """Started when they are first asked."""

    def __init__(
        self,
        material: Material,
        texts: Mapping[str, str],
        spawn: Spawn,
        budget: Budget,
        watching: Watching | None = None,
    ) -> None:
        course, rules = material.course, material.assignment.forbidden
        reference = _files(course, {f"{name}.py": text for name, text in course.reference.items()})
        own = _files(course, {name: texts[name] for name in course.rubric.files if name in texts})
        own = replace(own, rules=rules)
        answering = Budget(ANSWERING_SECONDS, lambda check: ANSWER_SECONDS)
        judging = Budget(course.rubric.limits.grade_seconds, budget.call_seconds)
        self._reference = Remote(spawn, reference, answering, place=REFERENCE)
        self._judge = Remote(spawn, reference, judging, place=JUDGE)
        self.judge = Judge(self._judge)
        self.student = Remote(spawn, own, budget, self._reference, place=STUDENT)
        self.student.watching = watching or Watching()

    def close(self) -> float:
        """End all workers, and wipe their folders; the processor seconds that they took."""
        every = (self.student, self._reference, self._judge)
        for each in every:
            each.close()
        return sum(each.cpu_seconds for each in every)


def _files(course: Course, own: Mapping[str, str]) -> Files:
    return Files(own, course.given, tuple(course.probes), course.stubs)
