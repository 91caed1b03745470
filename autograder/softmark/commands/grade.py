"""Grade one submission.

Grade one folder or zip; print the report card and write results.json in Gradescope's format.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.problem import Problem
from ..render.say import say, say_json
from . import frozen_grader
from .behind_launcher import become, reader_may_leave

if TYPE_CHECKING:
    from ..sandbox.client import ServerHandle

OTHERS = ("prairielearn",)
"""Platforms besides Gradescope, whose file is always written."""


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument("submission", help="a folder or a zip")
    reader.add_argument("--out", default="dist/grade", metavar="DIR", help="where results go (default: dist/grade)")
    reader.add_argument("--course", default=".", metavar="DIR", help=frozen_grader.HELP)
    reader.add_argument("--json", action="store_true", help="print the grade as JSON instead of the report card")
    reader.add_argument(
        "--metadata", metavar="FILE", help="a submission_metadata.json: late work and feedback as on Gradescope"
    )
    reader.add_argument("--format", choices=OTHERS, help="also write the results file of this platform")
    reader.add_argument("--known-answer", default="", help=argparse.SUPPRESS)  # its digest; the build says so


def run(asked: argparse.Namespace) -> int:
    return become(asked, asked.course)


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """Grade one submission: results.json and result.json into a folder, the report card to the terminal."""
    from ..content.course import Course
    from ..grading.grade_submission import safely
    from ..grading.intake import submission as intake
    from ..grading.result import Result
    from ..policy import platform_metadata
    from ..policy.decide import policy_for
    from ..policy.platform_metadata import Metadata
    from ..render import as_json
    from ..render.outbox import Outbox, to_folder
    from ..render.progress import of_a_grade

    out = Path(asked.out)
    course = Course.frozen(Path(asked.course))
    about = platform_metadata.read(Path(asked.metadata)) if asked.metadata else Metadata()
    if about.notes:  # on the platform they are for staff to read; whoever names a file here wants to know now
        raise Problem("\n".join(about.notes))
    course.hidden_key()  # a missing salt is told before anything runs
    submission = intake.take(asked.submission, course.rubric)
    out.mkdir(parents=True, exist_ok=True)
    outbox = Outbox(to_folder(out, [asked.format] if asked.format else []))
    policy = policy_for(course, about)
    with of_a_grade() as show:

        def publish(result: Result) -> None:
            outbox(result)
            show(result)

        result = safely(server, course, submission, publish, policy=policy, known=asked.known_answer)
    with reader_may_leave():
        if asked.json:
            say_json(as_json.render(result, Path(asked.submission).name))
        else:
            from ..render import terminal

            terminal.show(result)
            say(f"written: {out / 'results.json'} (for Gradescope), {out / 'result.json'} (everything, for staff)")
        sys.stdout.flush()
    if outbox.trouble:
        say(outbox.trouble, file=sys.stderr)
        return 2
    return 0 if result.status in ("graded", "out_of_time") else 2
