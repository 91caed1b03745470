"""Runs a script of staff's that calls a submission, in the same sandbox as the grade itself.

Reproducing a mistake means running a student's code: that never happens in the shell of whoever looks at it.
"""

from __future__ import annotations

from pathlib import Path

from ...checks.errors import GraderFault, StudentFailure
from ...checks.request import Request
from ...content.course import Course
from ...sandbox.client import ServerHandle
from ..grade_submission import spawner, stand_behind
from ..intake.submission import Submission
from .remote import Remote
from .sent_files import Files

SCRIPT_FUNCTION = "again"
"""The function of a script that is called; what it prints is the answer."""


def run(server: ServerHandle, course: Course, submission: Submission, script: Path) -> str:
    """What the script prints, or how it failed. GraderFault if there is nothing to run."""
    if not script.stem.isidentifier() or script.name in course.rubric.files:
        raise GraderFault(f"{script}: a script is called like a Python file of its own, as in reproduce_values.py")
    try:
        text = script.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise GraderFault(f"{script} cannot be read: {problem}") from None
    stand_behind(server.level, course)
    own = {name: submission.files[name] for name in course.rubric.files if name in submission.files}
    spawn = spawner(server, course.rubric)
    limits = course.rubric.limits
    remote = Remote(
        lambda: spawn(0),
        Files({**own, script.name: text}, course.given, tuple(course.probes), course.stubs),
        call_seconds=limits.slow_call_seconds,
    )
    try:
        return remote.perform(Request("call", f"{script.stem}.{SCRIPT_FUNCTION}", (), {})).printed
    except StudentFailure as failure:
        return "\n".join(filter(None, (failure.text, failure.line, failure.staff)))
    finally:
        remote.close()
