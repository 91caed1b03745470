"""`softmark forget` takes one student out of a graded class."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say, typed


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "forget",
        help="remove one student from a graded class: grades, code, lines, pages",
        description="Removes a student's submissions, grades and code from CLASS/journal.sqlite (from a group's "
        "work, only the name), their lines in extensions.csv, overrides.csv, requests.csv and in the stored "
        "roster and gradebook (given.json), their report card, and all pages and grade files, which `softmark "
        "report` writes again. It cannot reach the export that was graded, the platform, or copies. Exit codes: 0 "
        "done, 2 bad input.",
    )
    reader.add_argument("graded", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("student", metavar="STUDENT", help="an e-mail, a student number, or a whole name")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..classes import retention
    from ..classes.journal import JournalError
    from ..files.tables import TableError

    out = Path(asked.graded)
    try:
        done = retention.forget(out, asked.student)
    except (JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    say(f"forgotten: {done.name}: {len(done.submissions)} submission{'' if len(done.submissions) == 1 else 's'}")
    for ident in done.left:
        say(f"  {ident} stays, because it is others' work too; the name is removed from it")
    for name, count in done.lines.items():
        say(f"  {name}: {count} line{'' if count == 1 else 's'}")
    say(
        "not removed, because it is not here: the export that was graded, the roster and gradebook that were given, "
        "the platform, copies, and an autograder.zip with overrides"
    )
    say(f"next: {typed('report', out)}")
    return 0
