"""Grade as Gradescope's harness asks (used by run_autograder).

Grade what the platform put into ROOT, and write ROOT/results/results.json. Gradescope's run_autograder calls it; to
grade by hand, use `softmark grade`.
"""

from __future__ import annotations

import argparse
import json
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.problem import Problem
from ..render.say import say
from .behind_launcher import become

if TYPE_CHECKING:
    from ..sandbox.client import ServerHandle


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument(
        "--root", default="/autograder", metavar="DIR", help="the platform's folder (default: /autograder)"
    )
    reader.add_argument(
        "--source",
        default="/autograder/source",
        metavar="DIR",
        help="the unpacked autograder zip (default: /autograder/source)",
    )


def run(asked: argparse.Namespace) -> int:
    return become(asked, asked.source, "--source")


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """Grade as the platform asks: fixed places, results.json only, staff notes on stdout."""
    from ..checks.errors import GraderFault
    from ..content.course import Course
    from ..files.atomic import write_atomically
    from ..grading.grade_submission import failed, safely
    from ..grading.intake import submission as intake
    from ..grading.intake.submission import IntakeError
    from ..grading.result import blank
    from ..policy import platform_metadata
    from ..policy.decide import policy_for
    from ..render.outbox import Outbox
    from ..render.platforms import gradescope

    root = Path(asked.root)
    target = root / "results" / "results.json"
    outbox = Outbox(lambda result: write_atomically(target, gradescope.to_json(result)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        course = Course.frozen(Path(asked.source))
        outbox(blank(course.rubric))
        policy = policy_for(course, platform_metadata.read(root / "submission_metadata.json"))
        submission = intake.take(root / "submission", course.rubric)
    except IntakeError as problem:  # the platform makes that folder, also for somebody who hands in nothing
        result = failed(lambda result_so_far: outbox(policy.applied(result_so_far)), blank(course.rubric), str(problem))
    except Exception as problem:
        known = isinstance(problem, (Problem, GraderFault, OSError))
        return _without_rubric(target, str(problem) if known else traceback.format_exc(limit=-6))
    else:
        result = safely(server, course, submission, outbox, policy=policy)
    say(gradescope.staff_text(result))
    if outbox.trouble:
        say(f"{outbox.trouble}. What was graded is printed above; {target} holds, at most, an earlier state of it.")
    return 0 if result.status != "grader_error" and not outbox.trouble else 1


def _without_rubric(target: Path, staff: str) -> int:
    """Say what can be said when not even the list of tasks is known."""
    from ..files.atomic import write_atomically
    from ..grading.result import NOT_YOURS

    say(f"the grader failed before it could begin: {staff}")
    extra_data = {"softmark": {"status": "grader_error", "notes": [staff]}}
    document = {"score": 0, "output": NOT_YOURS, "output_format": "text", "stdout_visibility": "hidden"}
    try:
        write_atomically(target, json.dumps({**document, "extra_data": extra_data}, indent=1) + "\n")
    except OSError as problem:
        say(f"The grader could not write that either: {problem}")
    return 1
