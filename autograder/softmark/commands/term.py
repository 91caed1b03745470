"""`softmark term` says where a class stands after the deadline: what is done, what is left, and what to type next."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from ..files.escape import one_line
from ..render.say import say, say_json


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "term",
        help="the checklist after the deadline: what is done, what is left, what to type next",
        description="From the folder of a batch: may anybody still hand in, is everybody graded, does the "
        "platform have the same grader and overrides, is lateness settled, are requests waiting, have similar "
        "pairs been read, are the grade files up to date, and what was uploaded. It changes nothing, so run it as "
        "often as you like.\n\n"
        "--uploaded canvas.csv notes that you have just uploaded grades/canvas.csv; from then on the list says "
        "whose line has changed since.\n\n"
        "Exit codes: 0 everything is done, 1 something is left, 2 bad input.",
    )
    reader.add_argument("graded", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument(
        "--uploaded", action="append", default=[], metavar="FILE", help="note that this grade file was uploaded now"
    )
    reader.add_argument("--course", metavar="DIR", help="the repository, for its late policy")
    reader.add_argument("--json", action="store_true", help="print the list as JSON")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.report import checklist
    from ..files.tables import TableError

    out, now = Path(asked.graded), datetime.now().astimezone()
    try:
        for name in asked.uploaded:
            checklist.uploaded(out, name, now)
        steps = checklist.steps(out, asked.course, now)
    except (JournalError, TableError, GraderFault) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    left = [step for step in steps if step.state == "open"]
    if asked.json:
        say_json([asdict(step) for step in steps])
        return 1 if left else 0
    width = max(len(step.name) for step in steps)
    for step in steps:
        say(f"{checklist.SYMBOLS[step.state]} {step.name:<{width}}  {one_line(step.says, limit=1000)}")
        if step.next:
            say(f"  {'':<{width}}  → {step.next}")
    say(f"left: {len(left)} of {len(steps)}" if left else "everything is done")
    return 1 if left else 0
