"""What a grader has for every submission: the course, its checks, and what the build recorded of its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..checks.errors import GraderFault
from ..content import task_list
from ..content.course import Course
from ..core import recording
from ..core.assignment import Assignment
from ..core.recording import Numbers
from ..running.collect import Checks
from . import version


@dataclass(frozen=True)
class Material:
    course: Course
    checks: Checks

    @cached_property
    def assignment(self) -> Assignment:
        return Assignment.of(task_list.plain(self.course.rubric, handout=self.course.has_handout))

    @cached_property
    def hidden(self) -> Numbers:
        """These decide."""
        path = version.fitting_recording(self.course)
        if path is None:
            raise GraderFault(
                f"{self.course.hidden_recording_path} does not fit this grader: run `make` in the repository of the "
                "course, which records it anew"
            )
        return recording.read(path, self.course.redrawn)

    @cached_property
    def public(self) -> Numbers:
        """These explain: students have them, too."""
        return recording.read(self.course.public_recording_path)

    def hold(self) -> None:
        """Every task has a grader and every grader a task, and all of it is recorded: else GraderFault."""
        rubric = self.course.rubric
        known = {item.id for item in rubric.all_items}
        strays = sorted({f"{check.name} ({check.item})" for check in self.checks if check.item not in known})
        if strays:
            raise GraderFault(f"graders without a task in rubric.yaml: {', '.join(strays)}")
        if bare := [item.id for item in rubric.items if not self.checks.of(item.id)]:
            raise GraderFault(f"tasks of rubric.yaml without a grader: {', '.join(bare)}")
        _ = self.hidden, self.public
