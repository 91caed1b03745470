"""Makes the questions of `--ask` in the child, by running the student's program and changes of it.

It is the student's own code on the student's own machine, as in every check. Each variant is a set of modules of its
own, so that nothing of a change is left in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..checks.module_names import module_of
from ..checks.request import Outcome, Request
from ..checks.student import Student
from ..locating.shapes_seen import Seen, ShapesSeen
from ..questions.choose_questions import pool
from ..questions.program import Program
from ..questions.trials import Trials
from ..running.collect import Checks
from ..running.execute import Executor
from ..running.recording import Recording, Replayer
from ..running.trusted import load
from .sides import PROBES, SUSPECTS, World
from .tasks import Assignment


class _Variant:
    """A variant of the program on one side, the recorded reference on the other."""

    def __init__(self, executor: Executor, recording: Recording, assignment: Assignment) -> None:
        self.key = recording.key
        self.redrawn: Mapping[str, int] = {}
        self.framework: str = assignment.framework
        self.files: Collection[str] = assignment.files
        self._executor = executor
        self._recording = recording

    def student(self, check: str) -> Student:
        self._executor.forget()
        return Student(self._executor)

    def reference(self, check: str) -> Student:
        return Student(Replayer(self._recording.replies.get(check, ())))

    def judge(self, check: str) -> Student:
        return Student(self._executor)

    def examiner(self, check: str) -> Student:
        return Student(self._executor)


class HomeLab:
    def __init__(self, world: World, recording: Recording, texts: Mapping[str, str], tell: Callable[[], None]) -> None:
        self._world = world
        self._recording = recording
        self._texts = texts
        self._tell = tell
        """Called before anything runs: the parent waits so much longer."""
        self._last: tuple[object, _Variant] | None = None

    def _executor(self, changed: Mapping[str, str]) -> Executor:
        self._tell()
        sources = {module_of(name): text for name, text in {**self._texts, **changed}.items()}
        given = {name: module for name, module in self._world.modules.items() if name in (PROBES, SUSPECTS)}
        return Executor({**given, **load(sources, folder=str(self._world.folder))}, {}, self._world.own_files)

    def sides(self, changed: Mapping[str, str], rerun: bool = False) -> _Variant:
        wanted = (dict(changed), rerun)
        if self._last is None or self._last[0] != wanted:
            made = _Variant(self._executor(changed), self._recording, self._world.assignment)
            self._last = wanted, made
        return self._last[1]

    def watch(self, requests: Sequence[Request], rerun: bool = False) -> tuple[list[Outcome], list[Seen]]:
        executor = self._executor({})
        watcher = ShapesSeen(self._world.own_files)
        outcomes = []
        for request in requests:
            executor.follow = watcher if request is requests[-1] else None
            outcomes.append(executor.perform(request))
        return outcomes, list(watcher.seen)


def questions(
    world: World, recording: Recording, checks: Checks, texts: Mapping[str, str], tell: Callable[[], None]
) -> list[dict[str, Any]]:
    """Five questions about the tasks that are right, or as many as there are."""
    loaded = {name: text for name, text in texts.items() if name not in world.problems}
    program = Program(loaded, world.assignment.tasks)
    found = pool(Trials(program, checks, HomeLab(world, recording, loaded, tell)), recording.key)
    chosen = found.sheet(program.dice("sheet", recording.key)) or found.questions
    return [question.plain() for question in chosen]
