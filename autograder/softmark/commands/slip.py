"""`softmark slip` works out what a class spent of slip days that last for a whole term."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..files.escape import one_line
from ..render.say import say, say_json, typed

_NAMED = 5
"""How many people a line names before it counts the others."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "slip",
        help="slip days for a whole term: count those that this assignment used",
        description="Reads FILE, the slip days of a term: student (an e-mail or SID), days (how many for the "
        "whole term), and a column for each assignment with the days that it used. Students who handed in late "
        "use as many of their remaining days as they need. The command writes this assignment's column, and "
        "CLASS/slip_days.csv, which every report then uses. Run it again after a new export or a changed date: it "
        "counts anew.\n\n"
        "Gradescope does not know these days: a late penalty there stays.\n\n"
        "Exit codes: 0 done, 2 bad input.",
    )
    reader.add_argument("graded", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("days", metavar="FILE", help="the slip days of the term, read and written back")
    reader.add_argument(
        "--each",
        type=int,
        metavar="N",
        help="add a line with N days for everybody who has none; also starts a new file",
    )
    reader.add_argument("--course", metavar="DIR", help="the repository, for its late policy")
    reader.add_argument("--json", action="store_true", help="print who used how many, as JSON")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.report import slip_days, slip_days_spent
    from ..content.course import Course
    from ..files.tables import TableError

    out, path = Path(asked.graded), Path(asked.days)
    try:
        if asked.each is not None and asked.each < 0:
            raise TableError([f"--each {asked.each}: nobody can have fewer than 0 days"])
        spent = slip_days_spent.work_out(out, path, Course.folder(asked.course), each=asked.each)
    except (JournalError, TableError, GraderFault) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    if asked.json:
        say_json({"students": spent.students, "used": dict(spent.used), "without": list(spent.without)})
        return 0
    for student, days in spent.used.items():
        say(f"{one_line(student)}: {days} day{'' if days == 1 else 's'}")
    say(
        f"{len(spent.used)} of {spent.students} spent slip days"
        + (f"; {spent.added} lines added" if spent.added else "")
    )
    if spent.without:
        more = f" and {len(spent.without) - _NAMED} others" if len(spent.without) > _NAMED else ""
        named = f"{', '.join(spent.without[:_NAMED])}{more}"
        say(f"no line in {path}, so no slip days: {named}; --each N gives them a line")
    say(f"written: {path}, {out / slip_days.FILE}")
    say(f"next: {typed('report', out, course=asked.course)}")
    return 0
