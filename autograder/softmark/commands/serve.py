"""`softmark serve`: a grader that stays, for a pool of launchers or a Dask host. Nobody types it."""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .behind_launcher import become

if TYPE_CHECKING:
    from ..checks.collect import Checks
    from ..content.course import Course
    from ..grading.participants import Worlds
    from ..sandbox.client import ServerHandle


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser("serve", description="Grade what comes in on stdin, a line of JSON a submission.")
    reader.add_argument("course", help="the repository or an unpacked autograder zip")
    reader.add_argument("--traces", metavar="FILE", help="a recording of what known mistakes do, which fits the course")
    reader.set_defaults(run=lambda asked: become(asked, Path(asked.course)), inside=inside)


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """Grade whatever comes in on stdin, a line a submission, until it closes (see classes/grader_process.py).

    The first line out says that the graders stand, or why they do not. Then two for every job: what came of it, and
    the result.
    """
    from ..checks.collect import with_checks
    from ..checks.errors import GraderFault
    from ..checks.recording import known_traces
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..grading.participants import Worlds
    from ..grading.safely import agree, stand_behind
    from ..grading.verdict_cache import Verdicts

    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints must not stand between the lines

    def say(told: dict[str, Any], body: bytes | None = None) -> None:
        out.write(json.dumps(told, allow_nan=False).encode() + b"\n" + (b"" if body is None else body + b"\n"))
        out.flush()

    def drive(checks: Checks) -> None:
        agree(checks, course.rubric)
        worlds = Worlds(course, checks, Verdicts(), known_traces(Path(asked.traces)) if asked.traces else {})
        say({"ready": server.level.name})
        for line in sys.stdin.buffer:
            say(*_served(server, course, checks, worlds, json.loads(line)))

    try:
        course = Course.at(Path(asked.course))
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
    from ..grading.grade import Grade, Surroundings
    from ..grading.intake import Submission
    from ..grading.result import Note
    from ..grading.safely import reached, spawner
    from ..sandbox.client import ServerGone

    began = _cpu_seconds()
    notes = [Note(voice, text) for voice, text in told["notes"]]
    missing = [name for name in course.rubric.files if name not in told["files"]]
    submission = Submission(told["files"], missing, notes, told["digest"], told["answers"])
    around = Surroundings(spawner(server, course.rubric), isolation=reached(server.level))
    try:
        how = {name: told[name] for name in ("slow_phase", "hidden_first")}
        made = Grade(course, checks, submission, around, worlds, skip=frozenset(told["skip"]), **how)
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
    return head, result.to_line()


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
