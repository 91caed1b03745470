"""`softmark release` is the instructor's word that an exam's grades may be read."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime, timezone
from pathlib import Path

from ..render.say import say, typed


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "release",
        help="release the grades of an exam, once nobody may hand in any more",
        description="With `visibility: exam`, report cards say only that the work arrived, until you run this "
        "command. It lists everybody who may still hand in (their own dates and extensions included) and releases "
        "nothing while there is anybody, unless you say --anyway. Afterwards run `softmark report CLASS`, and "
        "press *Publish Grades* on Gradescope. Exit codes: 0 released, 1 somebody may still hand in, 2 bad input.",
    )
    reader.add_argument("graded", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("--anyway", action="store_true", help="release although somebody may still hand in")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..classes.journal import JournalError
    from ..classes.report.release import release
    from ..files.tables import TableError

    out = Path(asked.graded)
    try:
        found = release(out, datetime.now(timezone.utc), anyway=asked.anyway)
    except (JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    if found:
        say(f"still open: {len(found)}")
        for each in found:
            say(f"  {each}")
    if found and not asked.anyway:
        say("nothing is released: wait for them, or give --anyway")
        return 1
    say(f"released; delete {out / 'released'} to take it back")
    say(f"next: {typed('report', out)}, and Publish Grades on Gradescope")
    return 0
