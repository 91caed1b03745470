"""What the launcher of a hostile run calls: grade whatever comes in, a line a submission, just as the platform would.

Everything is the engine's own: intake, wall, checks, renderers. Two things differ from `softmark gradescope`: the
graders are collected once for many submissions, and the numbers of the hidden checks can be changed for one submission,
which is how the harness shows that nothing of them comes out.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.content.rubric import Limits
from softmark.grading import grade_submission, worker_pair
from softmark.grading.calls.connection import Connection
from softmark.grading.calls.participants import Worlds
from softmark.grading.calls.remote import Remote
from softmark.grading.calls.replaced_names import ReplacedNames
from softmark.grading.calls.verdict_cache import Verdicts
from softmark.grading.check_result import Phase
from softmark.grading.grade import Grade, Surroundings
from softmark.grading.intake import submission as intake
from softmark.grading.intake.submission import IntakeError
from softmark.grading.result import IsolationReached, Note, Result, blank
from softmark.render import terminal
from softmark.render.outbox import to_folder
from softmark.running.collect import Checks, with_checks
from softmark.sandbox.client import ServerError, ServerHandle


class KeyedGrade(Grade):
    """A grade whose hidden numbers can be others."""

    hidden = ""

    def key_of(self, phase: Phase) -> str:
        return super().key_of(phase) + (self.hidden if phase == "hidden" else "")


class Counted:
    """Counts what a grade is told: replies, and call-backs."""

    told: ClassVar[list[int]] = [0, 0]

    @classmethod
    def counting(cls, place: int, method: Any) -> Any:
        @functools.wraps(method)
        def counted(*args: Any) -> Any:
            cls.told[place] += 1
            return method(*args)

        return counted


Connection.exchange = Counted.counting(0, Connection.exchange)  # type: ignore[method-assign]
ReplacedNames.answer = Counted.counting(1, ReplacedNames.answer)  # type: ignore[method-assign]


def serve(server: ServerHandle, argv: list[str]) -> int:
    """`argv` is the course's folder. One JSON object a line, in and out."""
    course = Course.at(Path(argv[0]))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    grade_submission.stand_behind(server.level, course)

    def drive(checks: Checks) -> None:
        grade_submission.agree(checks, course.rubric)
        worlds = Worlds(course, checks, Verdicts())
        tell(out, {"level": server.level.as_dict(), "server": server.pid})
        for line in sys.stdin:
            tell(out, graded(server, course, checks, worlds, json.loads(line)))

    with_checks(course.graders, drive)
    return 0


def tell(out: Any, told: dict[str, Any]) -> None:
    out.write(json.dumps(told, allow_nan=False) + "\n")
    out.flush()


def graded(server: ServerHandle, course: Course, checks: Checks, worlds: Worlds, told: dict[str, Any]) -> Any:
    folder = Path(told["out"])
    folder.mkdir(parents=True)
    publish = to_folder(folder)
    latest = [blank(course.rubric)]

    def keep(result: Result) -> None:
        latest[0] = result
        publish(result)

    # patience with one file's import is short here, because some rows hang there on purpose
    short = {} if told["patience"] is None else {"load_seconds": told["patience"]}
    worker_pair.Remote = functools.partial(Remote, **short)  # type: ignore[misc]
    Counted.told[:] = 0, 0
    if told["shipped"]:
        course = with_shipped_limits(course)
    forget_peak()
    began = time.monotonic()
    keep(latest[0])
    try:
        submission = intake.take(told["path"], course.rubric)
        isolation = IsolationReached(server.level.name)
        around = Surroundings(grade_submission.spawner(server, course.rubric), keep, isolation)
        made = KeyedGrade(course, checks, submission, around, worlds, frozenset(told["skip"]))
        made.hidden = told.get("hidden", "")
        made.run()
    except IntakeError as problem:
        refused = latest[0].with_notes(Note("student", str(problem)))
        keep(replace(refused, status="refused"))
    except (GraderFault, ServerError) as fault:
        grade_submission.failed(keep, latest[0], str(fault))
    except Exception:
        grade_submission.failed(keep, latest[0], traceback.format_exc(limit=-6))
    seconds = time.monotonic() - began
    (folder / "card.txt").write_text(terminal.to_text(latest[0]), encoding="utf-8")
    return {
        "name": told["name"],
        "seconds": round(seconds, 3),
        "memory_mb": peak_mb(),
        "workers": server.workers(),
        "asked": Counted.told,
    }


def with_shipped_limits(course: Course) -> Course:
    """The same course with the limits that the rubric has when nobody changes them."""
    made = replace(course)
    vars(made)["rubric"] = replace(course.rubric, limits=Limits())
    return made


def forget_peak() -> None:
    """Let the kernel measure the most memory anew (as another user than root it may refuse)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")


def peak_mb() -> float | None:
    """The most memory that this process held since then."""
    if not os.access("/proc/self/clear_refs", os.W_OK):
        return None
    told = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(told.partition("VmHWM:")[2].split()[0]) / 1024
