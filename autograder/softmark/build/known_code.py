"""Runs staff's own code in this process: the reference, and known answers laid over it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, TypeVar

from ..bank import Answer
from ..checks.student import Student
from ..content import task_list
from ..content.course import Course
from ..content.rubric import Rubric
from ..core.assignment import Assignment
from ..core.bench import Bench
from ..core.program import Local
from ..core.recording import Numbers
from ..running import trusted
from ..running.collect import Check, Checks
from ..running.execute import Executor
from ..running.recording import Recorder
from . import side_by_side, staffs_code

Part = TypeVar("Part")
Made = TypeVar("Made")
Modules = Mapping[str, ModuleType]


class Against:
    """The two sides of a check (checks/fixtures.py): some code, and the reference, whose replies are kept."""

    def __init__(
        self, rubric: Rubric, key: str, code: Executor, reference: Modules, redrawn: Mapping[str, int] | None = None
    ) -> None:
        self.key: str = key
        self.redrawn: Mapping[str, int] = redrawn or {}
        self.framework: str = rubric.framework
        self.files: Collection[str] = rubric.files
        self._code, self._reference, self._judge = code, Executor(reference), Executor(reference)
        self.replies: list[dict[str, Any]] = []
        """Of the reference, to the check that is made."""

    def student(self, check: str) -> Student:
        self._code.forget()
        return Student(self._code)

    def reference(self, check: str) -> Student:
        self._reference.forget()
        recorder = Recorder(self._reference)
        self.replies = recorder.kept
        return Student(recorder)

    def judge(self, check: str) -> Student:
        self._judge.forget()
        return Student(self._judge)


@dataclass(frozen=True)
class KnownCode:
    """Of one course, with the checks that it is held against."""

    course: Course
    all_checks: Checks

    @cached_property
    def reference(self) -> dict[str, ModuleType]:
        return trusted.load(self.course.trusted_sources())

    @cached_property
    def assignment(self) -> Assignment:
        return Assignment.of(task_list.plain(self.course.rubric))

    @cached_property
    def checks(self) -> list[Check]:
        """Of the tasks that there are this time."""
        return [check for check in self.all_checks if check.item in self.assignment.by_id]

    def bench(self, numbers: Numbers) -> Bench:
        return Bench(self.assignment, self.all_checks, numbers, judge=Local(Executor(self.reference)))

    @cached_property
    def seconds(self) -> dict[str, float]:
        """Task → what one call of it may take, as on the server."""
        limits = self.course.rubric.limits
        return {
            task.id: limits.slow_call_seconds if task.slow else limits.call_seconds for task in self.assignment.tasks
        }

    def program(self, answer: Answer) -> Local:
        """A known answer, which the reference can stand in for."""

        def on_top(names: frozenset[str]) -> Local:
            def stand_in(file: str, module: ModuleType) -> None:
                for full in names:
                    owner, _, function = full.partition(".")
                    if owner == file:
                        holder, own = _holder(module, function)
                        setattr(holder, own, getattr(_holder(self.reference[file], function)[0], own))

            laid_over = [trusted.overlay(answer)]
            modules = trusted.load(self.course.trusted_sources(), laid_over, after=stand_in)
            return Local(Executor(modules), on_top, seconds=self.seconds)

        return on_top(frozenset())

    def each(self, work: Callable[[Part], Made], parts: Sequence[Part], what: str) -> list[Made]:
        """What `work` makes of each part, on two cores; where code of staff's cannot be run, that is said."""

        def told(part: Part) -> Made:
            with staffs_code.told(self.course):
                return work(part)

        return side_by_side.each(told, parts, what, long=self.course.rubric.framework == "torch")


def _holder(module: ModuleType, function: str) -> tuple[Any, str]:
    """Whose attribute it is, and how it is called there: "LayerNorm.forward" is the class's."""
    owner, _, own = function.rpartition(".")
    return (getattr(module, owner) if owner else module), own
