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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import intake
from .batch import lines
from .benches import Worlds
from .collect import Checks, with_checks
from .course import Course
from .errors import GraderFault
from .grade import Grade, Surroundings
from .intake import IntakeError, Submission
from .policy import metadata
from .policy.decide import Policy, decide
from .policy.feedback import Stage
from .policy.metadata import Metadata
from .policy.version import autograder_version
from .render import gradescope as gradescope_format
from .render import plain_json, platforms
from .result import GRADER, IsolationReached, Note, Result, blank, write_atomically
from .rubric import Rubric, RubricError
from .sandbox.level import Level
from .sandbox.limits import Limits
from .sandbox.probe import exposed
from .server import Job, ServerError, ServerGone, ServerHandle, Worker
from .verdicts import Verdicts

RESULTS = "results.json"
NOT_YOURS = "The grader could not grade this submission. This is not your mistake: the course staff can see why."


def grade(server: ServerHandle, argv: list[str]) -> int:
    """Grade one submission: results.json and result.json into a folder, the report card to the terminal."""
    reader = argparse.ArgumentParser(prog="softmark grade")
    reader.add_argument("course")
    reader.add_argument("submission")
    reader.add_argument("out")
    reader.add_argument("--json", action="store_true")
    reader.add_argument("--metadata")
    reader.add_argument("--format", action="append", default=[])
    asked = reader.parse_args(argv)
    out = Path(asked.out)
    try:
        course = Course.at(Path(asked.course))
        wanted = platforms.named([*course.rubric.platforms, *asked.format])
        about = metadata.read(Path(asked.metadata)) if asked.metadata else Metadata()
        if about.notes:  # on the platform they are for staff to read; whoever names a file here wants to know now
            raise GraderFault("\n".join(about.notes))
        submission = intake.take(asked.submission, course.rubric)
        out.mkdir(parents=True, exist_ok=True)
    except (RubricError, IntakeError, GraderFault, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    outbox = Outbox(to_folder(out, wanted))
    result = safely(server, course, submission, outbox, policy=policy_for(course, about))
    with reader_may_leave():
        if asked.json:
            print(plain_json.to_json(result), end="")
        else:
            from .render import terminal

            terminal.show(result)
            print(f"written: {out / 'results.json'} (for Gradescope), {out / 'result.json'} (everything, for staff)")
        sys.stdout.flush()
    if outbox.trouble:
        print(outbox.trouble, file=sys.stderr)
        return 2
    refused = result.standing is not None and result.standing.refused  # a decision, not a failure
    return 0 if refused or result.status in ("graded", "out_of_time") else 2


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
    from . import explain as explaining

    graded: list[Grade] = []
    result = safely(server, course, submission, lambda result: None, graded.append)
    if not graded or result.status == "grader_error":
        print("\n".join(result.notes_for("staff")), file=sys.stderr)
        return 2
    with reader_may_leave():
        print(explaining.explain(graded[0], asked.item, out), end="", flush=True)
    return 0


def serve(server: ServerHandle, argv: list[str]) -> int:
    """Grade whatever comes in on stdin, a line a submission, until it closes (see crew.py and batch/launched.py).

    The first line out says that the graders stand, or why they do not. Then two for every job: what came of it, and
    the result.
    """
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints must not stand between the lines

    def say(told: dict[str, Any], body: bytes | None = None) -> None:
        out.write(json.dumps(told, allow_nan=False).encode() + b"\n" + (b"" if body is None else body + b"\n"))
        out.flush()

    def drive(checks: Checks) -> None:
        agree(checks, course.rubric)
        worlds = Worlds(course, checks, Verdicts())
        say({"ready": server.level.name})
        for line in sys.stdin.buffer:
            say(*_served(server, course, checks, worlds, json.loads(line)))

    try:
        course = Course.at(Path(argv[0]))
        stand_behind(server.level, course)
        with_checks(course.graders, drive)
    except BrokenPipeError:
        return 1  # whoever asked is gone
    except (RubricError, GraderFault, OSError) as fault:
        say({"fault": str(fault)})
        return 2
    return 0


def _served(
    server: ServerHandle, course: Course, checks: Checks, worlds: Worlds, told: dict[str, Any]
) -> tuple[dict[str, Any], bytes]:
    began = _cpu_seconds()
    notes = [Note(voice, text) for voice, text in told["notes"]]
    missing = [name for name in course.rubric.files if name not in told["files"]]
    submission = Submission(told["files"], missing, notes, told["digest"])
    around = Surroundings(spawner(server, course.rubric), isolation=_reached(server.level))
    try:
        made = Grade(
            course, checks, submission, around, worlds, skip=frozenset(told["skip"]), slow_phase=told["slow_phase"]
        )
        result = made.run()
    except ServerGone:
        raise  # nothing can be graded here any more: another launcher tries this again
    except Exception:
        return {"name": told["name"], "error": traceback.format_exc(limit=-6)}, b""
    margins: dict[str, list[float]] = {}
    for found in made.findings.values() if told["margins"] else ():
        for name, finding in found.items():
            margins.setdefault(name, []).extend(min(margin, 1e300) for margin in finding.margins)
    head = {
        "name": told["name"],
        "faulty": any(item.status == "grader_error" for item in result.items),
        "margins": margins,
        "cpu": round(_cpu_seconds() - began + made.worker_cpu_seconds, 3),
    }
    return head, lines.write(result)


def _reached(level: Level) -> IsolationReached:
    return IsolationReached(level.name, tuple(f"{name}: {how}" for name, how in level.layers.items()))


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
    outbox = Outbox(lambda result: write_atomically(target, gradescope_format.to_json(result)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        course = Course.at(Path(asked.source))
        outbox(blank(course.rubric))
        policy = policy_for(course, metadata.read(root / "submission_metadata.json"))
        submission = intake.take(root / "submission", course.rubric)
    except IntakeError as problem:  # the platform makes that folder, also for somebody who hands in nothing
        result = failed(lambda told: outbox(policy.applied(told)), blank(course.rubric), str(problem))
    except Exception as problem:
        known = isinstance(problem, (RubricError, GraderFault, OSError))
        return _without_rubric(target, str(problem) if known else traceback.format_exc(limit=-6))
    else:
        result = safely(server, course, submission, outbox, policy=policy)
    print(gradescope_format.staff_text(result))
    if outbox.trouble:
        print(f"{outbox.trouble}. What was graded is printed above; {target} holds, at most, an earlier state of it.")
    return 0 if result.status != "grader_error" and not outbox.trouble else 1


class Outbox:
    """Where results go. A disk that is full now may have room later: a failed write ends no grade, and is kept in mind
    until one succeeds."""

    def __init__(self, write: Callable[[Result], None]) -> None:
        self._write = write
        self.trouble = ""
        """Why the latest result is not on the disk, for staff; empty when it is."""

    def __call__(self, result: Result) -> None:
        try:
            self._write(result)
            self.trouble = ""
        except OSError as problem:
            self.trouble = f"The grader could not write its results: {problem}"


def _without_rubric(target: Path, staff: str) -> int:
    """Say what can be said when not even the list of items is known."""
    print(f"the grader failed before it could begin: {staff}")
    told = {"softmark": {"status": "grader_error", "notes": [staff]}}
    document = {"score": 0, "output": NOT_YOURS, "output_format": "text", "stdout_visibility": "hidden"}
    try:
        write_atomically(target, json.dumps({**document, "extra_data": told}, indent=1) + "\n")
    except OSError as problem:
        print(f"The grader could not write that either: {problem}")
    return 1


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Somebody who pipes a report into `head` has seen enough; that is no error."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def to_folder(out: Path, wanted: Sequence[platforms.Format] = ()) -> Callable[[Result], None]:
    """Publish into a folder: Gradescope's format for upload, ours with everything in it, and what else is wanted.

    All of them exist from the first second; on the way only the one for upload is kept up to date.
    """
    others = [platforms.Format("result.json", Result.to_json)]
    others += [each for each in wanted if each.file != RESULTS]
    begun = False

    def publish(result: Result) -> None:
        nonlocal begun
        write_atomically(out / RESULTS, gradescope_format.to_json(result))
        for each in others if not begun or result.status != "started" else ():
            (out / each.file).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(out / each.file, each.write(result))
        begun = True

    return publish


def policy_for(course: Course, about: Metadata) -> Policy:
    """What the calendar says; a fault in that is ours, and must not cost a grade."""
    version = autograder_version(course)
    try:
        return decide(course.rubric, about, autograder=version)
    except Exception:
        note = f"late work and attempts were not looked at: {traceback.format_exc(limit=-6)}"
        return Policy(Stage(course.rubric.feedback.hidden, frozenset()), autograder=version, notes=(note,))


def safely(
    server: ServerHandle,
    course: Course,
    submission: Submission,
    publish: Callable[[Result], None],
    look: Callable[[Grade], None] = lambda grade: None,
    policy: Policy | None = None,
) -> Result:
    """Grade, and turn a fault of ours into a result that says so; what was earned before it stays.

    `look` sees the finished grade with all its findings, inputs included. `policy` decides what the result counts for.
    """
    latest: list[Result] = [blank(course.rubric)]

    def keep(result: Result) -> None:
        latest[0] = policy.applied(result) if policy else result
        publish(latest[0])

    keep(latest[0])
    if policy and policy.refusal:
        keep(replace(latest[0], status="refused", digest=submission.digest))
        return latest[0]
    try:
        level = server.level
        stand_behind(level, course)
        isolation = _reached(level)

        def drive(checks: Checks) -> None:
            agree(checks, course.rubric)
            around = Surroundings(spawner(server, course.rubric), keep, isolation)
            skip = policy.skip if policy else frozenset()
            made = Grade(course, checks, submission, around, Worlds(course, checks), skip)
            made.run()
            look(made)

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


def faults(result: Result) -> list[str]:
    """The items in which a check failed because of us. They are no zeros to be believed."""
    return [row.id for row in result.items if any(c.category == GRADER and c.passed is None for c in row.checks)]


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


def failed(keep: Callable[[Result], None], result: Result, staff: str) -> Result:
    notes = (Note("student", NOT_YOURS), Note("staff", f"the grader failed: {staff}"))
    told = replace(result, status="grader_error").with_notes(*notes)
    keep(told)
    return told


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
