"""A launcher in which every submission is graded twice: as in a class, and as if it were alone.

In a class the verdicts on equal replies are kept, questions go ahead in one frame, and the build's recording stands for
known code. Alone, there is nothing of that: known code is run, and once is enough, since it does the same each time.
Both must come to the same.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from softmark.content.course import Course
from softmark.grading.calls.participants import Worlds
from softmark.grading.calls.verdict_cache import Verdicts
from softmark.grading.grade_submission import behind, stand_behind
from softmark.grading.intake.submission import Submission
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from softmark.render import sentences
from softmark.running.collect import Checks, with_checks
from softmark.sandbox.client import ServerHandle


def said(result: Result) -> list[Any]:
    """All that anybody reads of it, row by row."""
    rows = [
        [row.id, row.score, row.status, sentences.diagnoses(row), str(row.where), row.behaviour, row.carried]
        for row in result.items
    ]
    return [*rows, *([line.text for line in sentences.report(row, result)] for row in result.items)]


def serve(server: ServerHandle, arguments: list[str]) -> int:
    """`arguments`: a frozen grader, and its recording or nothing. A job a line in; a line with both results out."""
    course = Course.frozen(Path(arguments[0]))
    runs = Path(arguments[1]) if arguments[1:] and arguments[1] else None
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    stand_behind(server.level, course)

    def drive(checks: Checks) -> None:
        in_a_class = Worlds(course, checks, Verdicts(), runs=runs)
        alone = Worlds(course, checks)
        for line in sys.stdin.buffer:
            job = GradingJob.from_line(line)
            both = []
            for worlds in (in_a_class, alone):
                missing = [name for name in course.rubric.files if name not in job.files]
                submission = Submission(dict(job.files), missing, [], job.digest)
                grade = behind(server, course, checks, submission, worlds, skip=frozenset(job.skip))
                both.append(said(grade.run()))
            out.write(json.dumps([job.name, *both]).encode() + b"\n")
            out.flush()

    with_checks(course.graders, drive)
    return 0
