"""One grade that always ends in a result: a fault of ours is told to staff in their words, and to students as what it
is, not their mistake. What was earned before it stays.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from ..checks.errors import GRADER, GraderFault
from ..content.course import Course
from ..content.rubric import Rubric
from ..running.collect import Checks, with_checks
from ..sandbox.client import ServerError, ServerHandle, Worker
from ..sandbox.job import Job
from ..sandbox.layers import kernel
from ..sandbox.layers.limits import WorkerLimits
from ..sandbox.level import LINUX_ALONE, Level
from ..sandbox.probe import exposed
from .grade import Grade, Surroundings
from .intake.submission import Submission
from .material import Material
from .result import NOT_YOURS, IsolationReached, Note, Result, blank


class Counting(Protocol):
    """Who decides what a result counts for (policy/decide.py)."""

    def applied(self, result: Result) -> Result: ...


def safely(
    server: ServerHandle,
    course: Course,
    submission: Submission,
    publish: Callable[[Result], None],
    look: Callable[[Grade], None] | None = None,
    policy: Counting | None = None,
    known: str = "",
) -> Result:
    """Grade, and turn a fault of ours into a result that says so; what was earned before it stays.

    `look` sees the finished grade with all its findings, inputs included. `policy` decides what the result counts for.
    `known`: the digest of a known answer of staff's; nothing else is graded without the sandbox that the rubric asks
    for.
    """
    is_known = bool(known) and known == submission.digest
    latest: list[Result] = [blank(course.rubric)]

    def keep(result: Result) -> None:
        latest[0] = policy.applied(result) if policy else result
        publish(latest[0])

    keep(latest[0])
    try:
        stand_behind(server.level, course, is_known)

        def drive(checks: Checks) -> None:
            material = Material(course, checks)
            material.hold()
            grade = behind(server, material, submission, publish=keep, known=is_known, looks=look is not None)
            grade.run()
            if look is not None:
                look(grade)

        with_checks(course.graders, drive)
    except (GraderFault, ServerError) as fault:
        failed(keep, latest[0], str(fault))
    except Exception:
        failed(keep, latest[0], traceback.format_exc(limit=-6))
    else:
        if faulty := faults(latest[0]):
            note = Note("staff", f"the grader failed in {', '.join(faulty)}; each failed check says why")
            keep(replace(latest[0], status="grader_error").with_notes(note))
    return latest[0]


def behind(
    server: ServerHandle,
    material: Material,
    submission: Submission,
    *,
    publish: Callable[[Result], None] | None = None,
    skip: frozenset[str] = frozenset(),
    known: bool = False,
    looks: bool = False,
) -> Grade:
    """A grade in this server's sandbox, not run yet. The only place where one is made."""
    spawn = spawner(server, material.course.rubric, known)
    return Grade(material, submission, Surroundings(spawn, publish, reached(server.level), looks), skip)


def faults(result: Result) -> list[str]:
    """The tasks in which a check failed because of us. They are no zeros to be believed."""
    return [row.id for row in result.items if any(c.category == GRADER and c.passed is None for c in row.checks)]


def stand_behind(level: Level, course: Course, known: bool = False) -> None:
    """Refuse to grade where the sandbox is weaker than the rubric asks, or where the secrets lie beside it.

    `known`: what is graded is staff's own, the reference or a known answer. Then a sandbox that this machine cannot
    build is done without.
    """
    course.hidden_key()  # without a salt nothing can be graded to the end, so nothing is begun
    required = course.rubric.isolation.required
    there = kernel.on_linux() and level.reaches(required)
    if known and level.refusal is None and not there:
        return
    if not kernel.on_linux():
        raise GraderFault(LINUX_ALONE)
    if not level.reaches(required):
        raise GraderFault(
            f"isolation {required!r} is required by the rubric, but this machine offers only {level.name!r}: "
            f"{level.refusal or level.says}"
        )
    secrets = (
        course.salt_path, course.hidden_recording_path, course.graders, course.reference_folder
    )  # fmt: skip
    present = [path for path in secrets if path.exists()]
    open_to_all = [str(path) for path in present if level.layers.get("landlock") != "on" and exposed(path)]
    if open_to_all and level.name == "full":
        raise GraderFault(
            f"Landlock is not available here, and every user can read {', '.join(open_to_all)}: "
            f"close them first (chmod -R go= {course.rubric_path.parent})"
        )


def failed(keep: Callable[[Result], None], result: Result, staff: str) -> Result:
    notes = (Note("student", NOT_YOURS), Note("staff", f"the grader failed: {staff}"))
    faulty = replace(result, status="grader_error").with_notes(*notes)
    keep(faulty)
    return faulty


def spawner(server: ServerHandle, rubric: Rubric, known: bool = False) -> Callable[[int], Worker]:
    """Workers for one submission at a time, in the sandbox that the rubric asks for; for `known` answers, in the one
    that there is."""
    seconds = int(rubric.limits.grade_seconds) + 1
    limits = WorkerLimits(memory_mb=rubric.limits.memory_mb, cpu_seconds=seconds)
    required = "none" if known else rubric.isolation.required
    return lambda place: server.spawn(Job(slot=place, limits=limits, required=required))


def reached(level: Level) -> IsolationReached:
    return IsolationReached(level.name, tuple(f"{name}: {how}" for name, how in level.layers.items()))
