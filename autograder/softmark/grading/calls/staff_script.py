"""Runs a script of staff's that calls a submission, in the same sandbox as the grade itself.

Reproducing a mistake means running a student's code: that never happens in the shell of whoever looks at it. A task
that was graded on top of right earlier ones is run so again: the script lists their names.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from ...checks.errors import GraderFault, StudentFailure
from ...checks.request import Request
from ...content.course import Course
from ...running.trusted import load
from ...sandbox.client import ServerHandle
from ..grade_submission import spawner, stand_behind
from ..intake.submission import Submission
from .callback_process import Answering
from .remote import Remote
from .sent_files import Files

SCRIPT_FUNCTION = "again"
"""The function of a script that is called; what it prints is the answer."""
CARRIED = "ON_TOP_OF"
"""The list in a script of the names that the reference stands in for, such as "stats.mean"."""


def run(server: ServerHandle, course: Course, submission: Submission, script: Path) -> str:
    """What the script prints, or how it failed. GraderFault if there is nothing to run."""
    if not script.stem.isidentifier() or script.name in course.rubric.files:
        raise GraderFault(f"{script}: a script is called like a Python file of its own, as in reproduce_values.py")
    try:
        text = script.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise GraderFault(f"{script} cannot be read: {problem}") from None
    carried = _carried(script, text)
    stand_behind(server.level, course)
    own = {name: submission.files[name] for name in course.rubric.files if name in submission.files}
    spawn = spawner(server, course.rubric)
    limits = course.rubric.limits
    answering = Answering(_reference(script, course, carried)) if carried else None
    remote = Remote(
        lambda: spawn(1 if carried else 0),
        Files({**own, script.name: text}, course.given, tuple(course.probes), course.stubs),
        call_seconds=limits.slow_call_seconds,
        names=carried,
        answering=answering,
    )
    try:
        return remote.perform(Request("call", f"{script.stem}.{SCRIPT_FUNCTION}", (), {})).printed
    except StudentFailure as failure:
        return "\n".join(filter(None, (failure.text, failure.line, failure.staff)))
    finally:
        remote.close()
        if answering is not None:
            answering.close()


def _reference(script: Path, course: Course, carried: Iterable[str]) -> dict[str, ModuleType]:
    modules = load(course.trusted_sources())
    for name in sorted(carried):
        module, *parts = name.split(".")
        try:
            functools.reduce(getattr, parts, modules[module])
        except (KeyError, AttributeError):
            raise GraderFault(f"{script}: {CARRIED}: the reference has no {name!r}") from None
    return modules


def _carried(script: Path, text: str) -> frozenset[str]:
    """The names that the script lists; read, and never run here."""
    try:
        lists = [node for node in ast.parse(text).body if isinstance(node, ast.Assign) and _names(node) == [CARRIED]]
        listed = ast.literal_eval(lists[-1].value) if lists else []
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise ValueError
    except SyntaxError as problem:
        raise GraderFault(f"{script}:{problem.lineno or 1}: is not Python: {problem.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise GraderFault(f'{script}: {CARRIED} must be a list of names, as in {CARRIED} = ["stats.mean"]') from None
    return frozenset(listed)


def _names(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]
