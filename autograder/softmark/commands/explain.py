"""`softmark explain`: everything about one item of one submission, for staff with a regrade request."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..render.say import say
from .behind_launcher import become, reader_may_leave

if TYPE_CHECKING:
    from ..sandbox.client import ServerHandle


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "explain",
        help="show staff everything about one item of one submission",
        description="For a regrade request: the failed checks of one item with inputs, expected and got, a script that "
        "reproduces each, and a draft reply to the student without hidden numbers. `--again SCRIPT` runs such a "
        "script, changed as you like: the submission's code never runs in your own shell.",
    )
    reader.add_argument("submission", help="a folder or a zip")
    reader.add_argument("item", help="an item of the rubric, such as 1.2")
    reader.add_argument("--out", default="dist/explain", metavar="DIR", help="where scripts go (default: dist/explain)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.add_argument(
        "--class",
        dest="graded",
        default="dist/class",
        metavar="DIR",
        help="the batch that the submission is from, if there is one: it must have the same salt (default: dist/class)",
    )
    reader.add_argument(
        "--again", metavar="SCRIPT", help="run one of the scripts behind the wall and show what it prints"
    )
    reader.set_defaults(run=lambda asked: become(asked, Path(asked.course)), inside=inside)


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """The staff view of one item: inputs, expected against got, a script that reproduces it, a draft reply."""
    from ..checks.errors import GraderFault
    from ..classes.journal import Journal, JournalError
    from ..classes.report.explanation import explain
    from ..content import salt
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..grading import again, intake
    from ..grading.grade import Grade
    from ..grading.intake import IntakeError
    from ..grading.safely import safely
    from ..sandbox.client import ServerError

    out = Path(asked.out)
    try:
        course = Course.at(Path(asked.course))
        known = [item.id for item in course.rubric.items]
        if asked.item not in known:
            raise GraderFault(f"the rubric has no item {asked.item!r}; it has {', '.join(known)}")
        with Journal.open(Path(asked.graded)) as journal:
            theirs = journal.salt if journal.path.exists() and journal.assignment == course.rubric.name else ""
        if theirs and theirs != course.fingerprint:
            raise GraderFault(salt.another(asked.graded, theirs, course.fingerprint))
        course.hidden_key()  # a missing salt is told before anything runs
        submission = intake.take(asked.submission, course.rubric)
        if asked.again:
            with reader_may_leave():
                say(again.run(server, course, submission, Path(asked.again)), flush=True)
            return 0
        out.mkdir(parents=True, exist_ok=True)
    except (RubricError, IntakeError, JournalError, GraderFault, ServerError, OSError) as problem:
        say(problem, file=sys.stderr)
        return 2

    graded: list[Grade] = []
    result = safely(server, course, submission, lambda result: None, graded.append)
    if not graded or result.status == "grader_error":
        say("\n".join(result.notes_for("staff")), file=sys.stderr)
        return 2
    with reader_may_leave():
        say(explain(graded[0], asked.item, out), flush=True)
    return 0
