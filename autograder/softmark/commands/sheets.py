"""`softmark sheets` puts questions about each student's own program on paper, with a key for staff."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ..render.say import say, say_json
from .behind_launcher import become

if TYPE_CHECKING:
    from ..content.course import Course
    from ..sandbox.client import ServerHandle


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "sheets",
        help="a sheet of questions for each student, about their own program, and a key",
        description="Writes CLASS/sheets: a sheet for each person, with the code it asks about and room to "
        "answer, and a key for staff, as HTML and PDF. It also writes CLASS/sheet_marks.csv: enter the marks "
        "there, and the next report puts them beside the grades. The rubric must say `understanding: supervised`. "
        "--analysis reads the marks instead, for the instructor alone: how each kind of question did, and how "
        "sheet marks compare with code points.",
    )
    reader.add_argument("out", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.add_argument("--analysis", action="store_true", help="read the marks, and write instructor/questions.html")
    reader.add_argument("--json", action="store_true", help="print where everything is, as JSON")
    reader.set_defaults(run=run, inside=inside)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..content.rubric import RubricError
    from ..files.tables import TableError

    try:
        course = _course(asked)
        if not asked.analysis:
            if find_spec("typst") is None:
                raise GraderFault("sheets need typst, which this Python lacks: install softmark[handouts]")
            return become(asked, Path(asked.course))
        from ..classes.sheets import analysis

        summary = analysis.write(Path(asked.out), course.rubric.title)
    except (RubricError, GraderFault, JournalError, TableError) as problem:
        say(problem, file=sys.stderr)
        return 2
    _tell(summary, asked.json)
    return 0


def _course(asked: argparse.Namespace) -> Course:
    from ..checks.errors import GraderFault
    from ..content.course import Course

    course = Course.at(Path(asked.course))
    if course.rubric.understanding != "supervised":
        raise GraderFault(
            f"{course.rubric_path}: understanding is {course.rubric.understanding}: write `understanding: supervised` "
            "to ask questions on paper"
        )
    return course


def inside(server: ServerHandle, asked: argparse.Namespace) -> int:
    """Make the sheets behind the fork server: the students' code runs in workers only."""
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.sheets import write
    from ..content.rubric import RubricError
    from ..files.tables import TableError
    from ..sandbox.client import ServerError

    try:
        summary = write.run(server, _course(asked), Path(asked.out))
    except (RubricError, GraderFault, JournalError, TableError, ServerError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or asked.out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    _tell(summary, asked.json)
    return 0


def _tell(summary: dict[str, object], as_json: bool) -> None:
    if as_json:
        say_json(summary)
        return
    for name, value in summary.items():
        say(f"{name}: {', '.join(map(str, value)) if isinstance(value, list) else value}")
