"""Runs a grader that stays: a submission comes in as a line of JSON, two lines go out. Both ends of that protocol are
here.

A pool (classes/pool.py) or a host of a cluster writes `GradingJob.to_line` to its stdin and reads `Done.from_lines`.
The first line out says that the graders stand, or why they do not. Then two for every job: what came of it, and the
result.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..checks.errors import GraderFault
from ..content.course import Course
from ..running.collect import Checks, with_checks
from ..sandbox.client import ServerGone, ServerHandle
from .grade_submission import behind, stand_behind
from .intake.submission import Submission
from .material import Material
from .result import Note

KNOWN = "known"


def words(grader: Path | str, *, known: bool = False) -> list[str]:
    """`grader`: a folder that the build froze. `known`: only known answers will be handed over, and no work of
    students."""
    return [str(grader), KNOWN if known else ""]


@dataclass(frozen=True)
class GradingJob:
    """One submission to grade, as text."""

    name: str
    files: Mapping[str, str]
    skip: tuple[str, ...] = ()
    """Tasks that are not to be graded this time."""
    notes: Sequence[Note] = ()
    """What intake had to say; it stands at the beginning of the result's notes."""
    digest: str = ""
    """Of the submission, for the result."""

    def to_line(self) -> bytes:
        notes = [[note.voice, note.text] for note in self.notes]
        fields = {**vars(self), "files": dict(self.files), "notes": notes}
        return json.dumps(fields).encode() + b"\n"

    @staticmethod
    def from_line(line: bytes) -> GradingJob:
        fields = json.loads(line)
        fields["notes"] = [Note(voice, text) for voice, text in fields["notes"]]
        return GradingJob(**{**fields, "skip": tuple(fields["skip"])})


@dataclass(frozen=True)
class Done:
    """What came of a job."""

    name: str
    text: str = ""
    """The result as one line of JSON, as `Result.from_json` reads it; empty if there is none."""
    cpu_seconds: float = 0.0
    faulty: bool = False
    """Some of it could not be graded, and that is the grader's own fault."""
    error: str = ""
    """The grader's own fault, if it could not grade this at all."""

    @cached_property
    def result(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text) if self.text else {}
        return found

    @staticmethod
    def from_lines(head: Mapping[str, Any], body: str) -> Done:
        """From the two lines of an answer, as `serve` writes them."""
        error = head.get("error", "")
        return Done(
            name=head["name"],
            text=body,
            cpu_seconds=head.get("cpu", 0.0),
            faulty=bool(error) or head.get("faulty", False),
            error=error,
        )


TARGET = f"{__name__}:serve"
"""What a launcher of a class becomes."""


def serve(server: ServerHandle, asked: list[str]) -> int:
    """Grade whatever comes in on stdin, a line a submission, until it closes; `words` are its arguments."""
    folder, known = asked
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints must not stand between the lines

    def say(head: dict[str, Any], body: bytes | None = None) -> None:
        out.write(json.dumps(head, allow_nan=False).encode() + b"\n" + (b"" if body is None else body + b"\n"))
        out.flush()

    def drive(checks: Checks) -> None:
        material = Material(course, checks)
        material.hold()
        say({"ready": server.level.name})
        for line in sys.stdin.buffer:
            say(*_graded(server, material, GradingJob.from_line(line), known == KNOWN))

    try:
        course = Course.frozen(Path(folder))
        stand_behind(server.level, course, known == KNOWN)
        with_checks(course.graders, drive)
    except BrokenPipeError:
        return 1  # whoever asked is gone
    except (GraderFault, OSError) as fault:
        say({"fault": str(fault)})
        return 2
    return 0


def _graded(server: ServerHandle, material: Material, job: GradingJob, known: bool) -> tuple[dict[str, Any], bytes]:
    began = _cpu_seconds()
    missing = [name for name in material.course.rubric.files if name not in job.files]
    submission = Submission(dict(job.files), missing, list(job.notes), job.digest)
    try:
        grade = behind(server, material, submission, skip=frozenset(job.skip), known=known)
        result = grade.run()
    except ServerGone:
        raise  # nothing can be graded here any more: another launcher tries this again
    except Exception:
        return {"name": job.name, "error": traceback.format_exc(limit=-6)}, b""
    head = {
        "name": job.name,
        "faulty": any(item.status == "grader_error" for item in result.items),
        "cpu": round(_cpu_seconds() - began + grade.cpu_seconds, 3),
    }
    return head, result.to_line()


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
