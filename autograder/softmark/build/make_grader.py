"""Makes what grades read: the recordings, the frozen grader, and the generated files of assignment/.

A build does it, and so does whoever is about to grade in a repository in which something has changed.
"""

from __future__ import annotations

from pathlib import Path

from ..content import empty_checks, requirements
from ..content.course import Course
from ..running.lean_torch import leave_out_compiler
from . import built_aside, freeze, hidden_numbers, ready, staffs_code, student_folder, up_to_date


def hold(course: Course) -> None:
    """What staff wrote can be built from: else GraderFault."""
    ready.hold(course)
    course.hold_answers()
    empty_checks.hold(course.graders)
    requirements.hold(course)


def again(root: Path) -> None:
    """Make it again, for whoever is about to grade with it."""
    course = Course.at(root)
    hold(course)
    course.hidden_key()  # whoever has no salt is told so before anything takes time
    why = "no longer fits its sources" if course.frozen_folder.exists() else "is not there yet"
    work = recording(course, grader=True) or "writing it (usually two seconds)"
    print(f"{course.frozen_folder} {why}: {work}", flush=True)
    with built_aside.staged(course) as (fresh, settle):
        make(fresh, grader=True)
        settle()
    up_to_date.of_grader(root).note()


def recording(course: Course, *, grader: bool) -> str:
    """In words, that known answers must be run; nothing where what they do is known."""
    if student_folder.is_recorded(course, course.given_folder) and (not grader or hidden_numbers.is_recorded(course)):
        return ""
    usually = "two to four minutes" if course.rubric.framework == "torch" else "a few seconds"
    return f"recording the reference and the known mistakes (usually {usually})"


def make(course: Course, *, grader: bool) -> tuple[list[str], str]:
    """Write what students receive and, where it is asked for, the frozen grader; the changed files of assignment/, and
    what staff are told about the hidden numbers."""
    if course.rubric.framework == "torch" and recording(course, grader=grader):
        import torch

        torch.set_num_threads(1)  # recording then gives the same numbers everywhere
        leave_out_compiler()
    with staffs_code.told(course):
        changed = student_folder.write(course, course.given_folder)
        ready.hold_rules(course)
        numbers = hidden_numbers.record(course) if grader else ""
    if grader:
        freeze.write(course)
    return changed, numbers
