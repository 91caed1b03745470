"""`softmark archive` keeps what may be kept of a class when its term is over."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "archive",
        help="keep grades and fingerprints of a class, without names and without code",
        description="Writes one file. For each submission it holds a random name, points, known mistakes, and "
        "fingerprints of the code (numbers that recognise the same code again, but do not reveal it). It holds no "
        "names, numbers, addresses, sections, dates, notes or code. With --delete, everything else that this "
        "program wrote into CLASS is then removed, after you have said yes. The lists that people keep there stay "
        "(overrides, extensions, requests, marks of sheets); the command names them. Exit codes: 0 done, 2 bad "
        "input.",
    )
    reader.add_argument("graded", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("--to", metavar="FILE", help="where the archive goes (default: CLASS/archive.json)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.add_argument(
        "--delete", action="store_true", help="then remove journal, pages, grade files and cards; asks first"
    )
    reader.add_argument("--yes", action="store_true", help="answer yes to that question, for a script")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes import retention
    from ..classes.journal import JournalError
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..files.tables import TableError

    out = Path(asked.graded)
    target = Path(asked.to) if asked.to else out / retention.ARCHIVE
    try:
        count = retention.archive(out, Course.at(Path(asked.course)), target)
        say(f"archived: {count} submissions, without names and code, in {target}")
        if not asked.delete:
            say(f"{out} still holds names and code: --delete removes them, once grades can no longer be appealed")
            return 0
        if not asked.yes and not _confirmed(out):
            say(f"nothing is deleted: {out} still holds names and code")
            return 2
        left = [name for name in retention.delete(out) if out / name != target]
    except (RubricError, GraderFault, JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    say(f"deleted: everything that softmark wrote into {out}" + (f"; left there: {', '.join(left)}" if left else ""))
    if lists := [name for name in left if name in retention.LISTS]:
        say(f"these name students, and people wrote them, so delete them yourself: {', '.join(lists)}")
    say("not removed, because it is not here: the export that was graded, the platform, and copies")
    return 0


def _confirmed(out: Path) -> bool:
    """Whether a person says yes to what cannot be taken back."""
    say(f"This deletes all grades and code in {out}, its pages, grade files and report cards, for good.")
    try:
        return input("Delete them? Type yes: ").strip().lower() == "yes"
    except EOFError:
        return False
