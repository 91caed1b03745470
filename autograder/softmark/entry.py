"""What the grader process does once the fork server stands: the targets that the launcher calls.

Only from here on are rubric, reference, graders and metadata read. Every path out of here leaves a valid result: a
fault of ours is told to staff in their words, and to students as what it is, not their mistake.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import explain as explaining
from . import intake
from .benches import Worlds
from .collect import Checks, with_checks
from .course import Course
from .errors import GraderFault
from .grade import Grade, Surroundings
from .intake import IntakeError, Submission
from .render import gradescope as gradescope_format
from .render import plain_json, terminal
from .result import IsolationReached, Note, Result, blank, write_atomically
from .rubric import Rubric, RubricError
from .sandbox.level import Level
from .sandbox.limits import Limits
from .sandbox.probe import exposed
from .server import Job, ServerError, ServerHandle, Worker

NOT_YOURS = "The grader could not grade this submission. This is not your mistake: the course staff can see why."


def grade(server: ServerHandle, argv: list[str]) -> int:
    """Grade one submission: results.json and result.json into a folder, the report card to the terminal."""
    reader = argparse.ArgumentParser(prog="softmark grade")
    reader.add_argument("course")
    reader.add_argument("submission")
    reader.add_argument("out")
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args(argv)
    out = Path(asked.out)
    try:
        course = Course.at(Path(asked.course))
        submission = intake.take(asked.submission, course.rubric)
        out.mkdir(parents=True, exist_ok=True)
    except (RubricError, IntakeError, GraderFault, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    result = safely(server, course, submission, to_folder(out))
    with reader_may_leave():
        if asked.json:
            print(plain_json.to_json(result), end="")
        else:
            terminal.show(result)
            print(f"written: {out / 'results.json'} (for Gradescope), {out / 'result.json'} (everything, for staff)")
        sys.stdout.flush()
    return 0 if result.status in ("graded", "out_of_time") else 2


def explain(server: ServerHandle, argv: list[str]) -> int:
    """The staff view of one item: inputs, expected against got, a script that reproduces it, a draft reply."""
    reader = argparse.ArgumentParser(prog="softmark explain")
    reader.add_argument("course")
    reader.add_argument("submission")
    reader.add_argument("item")
    reader.add_argument("out")
    asked = reader.parse_args(argv)
    out = Path(asked.out)
    try:
        course = Course.at(Path(asked.course))
        known = [item.id for item in course.rubric.items]
        if asked.item not in known:
            raise GraderFault(f"the rubric has no item {asked.item!r}; it has {', '.join(known)}")
        submission = intake.take(asked.submission, course.rubric)
        out.mkdir(parents=True, exist_ok=True)
    except (RubricError, IntakeError, GraderFault, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    graded: list[Grade] = []
    result = safely(server, course, submission, lambda result: None, graded.append)
    if not graded or result.status == "grader_error":
        print("\n".join(result.notes_for("staff")), file=sys.stderr)
        return 2
    with reader_may_leave():
        print(explaining.explain(graded[0], asked.item, out), end="", flush=True)
    return 0


def serve(server: ServerHandle, argv: list[str]) -> int:
    """Grade whatever comes in on stdin, a line a submission, until it closes (see crew.py)."""
    course = Course.at(Path(argv[0]))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # whatever else prints must not stand between the lines

    stand_behind(server.level, course)

    def drive(checks: Checks) -> None:
        agree(checks, course.rubric)
        worlds = Worlds(course, checks)
        for line in sys.stdin:
            told = json.loads(line)
            out.write(json.dumps(_served(server, course, checks, worlds, told), allow_nan=False) + "\n")
            out.flush()

    with_checks(course.graders, drive)
    return 0


def _served(
    server: ServerHandle, course: Course, checks: Checks, worlds: Worlds, told: dict[str, Any]
) -> dict[str, Any]:
    began = _cpu_seconds()
    submission = Submission(told["files"], [], [], "")
    isolation = IsolationReached(server.level.name)
    around = Surroundings(spawner(server, course.rubric), lambda result: None, isolation)
    try:
        made = Grade(course, checks, submission, around, worlds, skip=frozenset(told["skip"]))
        result = made.run()
    except Exception:
        return {"name": told["name"], "error": traceback.format_exc(limit=-6)}
    margins: dict[str, list[float]] = {}
    for found in made.findings.values():
        for name, finding in found.items():
            margins.setdefault(name, []).extend(min(margin, 1e300) for margin in finding.margins)
    return {
        "name": told["name"],
        "result": json.loads(result.to_json()),
        "margins": margins,
        "cpu": round(_cpu_seconds() - began + made.worker_cpu_seconds, 3),
    }


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def gradescope(server: ServerHandle, argv: list[str]) -> int:
    """Grade as the platform asks: fixed places, results.json only, staff notes on stdout."""
    reader = argparse.ArgumentParser(prog="softmark gradescope")
    reader.add_argument("source")
    reader.add_argument("root")
    asked = reader.parse_args(argv)
    root = Path(asked.root)
    target = root / "results" / "results.json"

    def publish(result: Result) -> None:
        write_atomically(target, gradescope_format.to_json(result))

    try:
        course = Course.at(Path(asked.source))
        publish(blank(course.rubric))
        submission = intake.take(root / "submission", course.rubric)
    except IntakeError as problem:
        result = blank(course.rubric).with_notes(Note("student", str(problem)))
        publish(replace(result, status="refused"))
        print(problem)
        return 0
    except (RubricError, GraderFault, OSError) as problem:
        print(f"the grader failed before it could begin: {problem}")
        return 1
    result = safely(server, course, submission, publish)
    print(gradescope_format.staff_text(result))
    return 0


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Somebody who pipes a report into `head` has seen enough; that is no error."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def to_folder(out: Path) -> Callable[[Result], None]:
    """Publish into a folder: the platform's format for upload, ours with everything in it."""

    def publish(result: Result) -> None:
        write_atomically(out / "results.json", gradescope_format.to_json(result))
        write_atomically(out / "result.json", result.to_json())

    return publish


def safely(
    server: ServerHandle,
    course: Course,
    submission: Submission,
    publish: Callable[[Result], None],
    look: Callable[[Grade], None] = lambda grade: None,
) -> Result:
    """Grade, and turn a fault of ours into a result that says so; what was earned before it stays.

    `look` sees the finished grade with all its findings, inputs included.
    """
    latest: list[Result] = [blank(course.rubric)]

    def keep(result: Result) -> None:
        latest[0] = result
        publish(result)

    keep(latest[0])
    try:
        level = server.level
        stand_behind(level, course)
        isolation = IsolationReached(level.name, tuple(f"{name}: {how}" for name, how in level.layers.items()))

        def drive(checks: Checks) -> None:
            agree(checks, course.rubric)
            around = Surroundings(spawner(server, course.rubric), keep, isolation)
            made = Grade(course, checks, submission, around, Worlds(course, checks))
            made.run()
            look(made)

        with_checks(course.graders, drive)
    except (GraderFault, ServerError) as fault:
        failed(keep, latest[0], str(fault))
    except Exception:
        failed(keep, latest[0], traceback.format_exc(limit=-6))
    return latest[0]


def stand_behind(level: Level, course: Course) -> None:
    """Refuse to grade where the wall is lower than the rubric asks, or where the secrets lie beside it."""
    required = course.rubric.isolation.required
    if not level.reaches(required):
        raise GraderFault(
            f"isolation {required!r} is required by the rubric and this machine reaches {level.name!r}: "
            f"{level.refusal or level.says}"
        )
    secrets = (course.rubric_path, course.graders, course.reference_folder)
    open_to_all = [str(path) for path in secrets if level.layers.get("landlock") != "on" and exposed(path)]
    if open_to_all and level.name == "full":
        raise GraderFault(
            f"Landlock is not available here, and every user can read {', '.join(open_to_all)}: "
            f"close them first (chmod -R go= {course.rubric_path.parent})"
        )


def failed(keep: Callable[[Result], None], result: Result, staff: str) -> None:
    notes = (Note("student", NOT_YOURS), Note("staff", f"the grader failed: {staff}"))
    keep(replace(result, status="grader_error").with_notes(*notes))


def spawner(server: ServerHandle, rubric: Rubric) -> Callable[[int], Worker]:
    """Workers for one submission at a time, behind the wall that the rubric asks for."""
    seconds = int(rubric.limits.total_seconds) + 1
    limits = Limits(memory_mb=rubric.limits.memory_mb, cpu_seconds=seconds)
    required = rubric.isolation.required
    return lambda place: server.spawn(Job(slot=place, limits=limits, required=required))


def agree(checks: Checks, rubric: Rubric) -> None:
    """Every item has a grader and every grader an item, or nothing is graded at all."""
    known = {item.id for item in rubric.all_items}
    strays = sorted({f"{check.name} ({check.item})" for check in checks if check.item not in known})
    if strays:
        raise GraderFault(f"graders without an item in rubric.yaml: {', '.join(strays)}")
    bare = [item.id for item in rubric.items if not checks.of(item.id)]
    if bare:
        raise GraderFault(f"items of rubric.yaml without a grader: {', '.join(bare)}")
