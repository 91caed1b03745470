"""`softmark overrides` brings what staff decided to the platform, with the next zip."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "overrides",
        help="put a class's overrides into the next autograder.zip, so that students see them",
        description="From CLASS/overrides.csv it writes autograder/.overrides.json: keyed digests of e-mails and "
        "student numbers, points and note_student, and nothing else. The next `make` puts this into "
        "autograder.zip; after the upload and *Regrade all submissions* every student reads what was decided. "
        "Student code cannot open the file. If the class has no overrides, the file is removed. Exit codes: 0 "
        "done, 2 bad input.",
    )
    reader.add_argument("graded", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.report import overrides_to_send
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..files.tables import TableError

    try:
        course = Course.at(Path(asked.course))
        done = overrides_to_send.write(Path(asked.graded), course)
    except (RubricError, GraderFault, JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or asked.graded}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    for text in (*done.unreachable, *done.obsolete):
        say(f"override to check: {text}")
    if not done.people and not done.mistakes:
        say("no overrides: the next zip has none")
        return 0
    general = f", and {done.mistakes} for everybody with a named mistake" if done.mistakes else ""
    say(f"written: {course.overrides_path}, for {done.people} student{'' if done.people == 1 else 's'}{general}")
    say("next: make, upload dist/autograder.zip, and Regrade all submissions")
    return 0
