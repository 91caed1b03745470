"""`softmark class`: write a class to try things on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "class",
        help="write a generated class to try things on",
        description="Write an export of SIZE generated submissions, shaped as Gradescope's, with truth.json (what is "
        "really the case, copies included) and roster.csv beside it. Nobody in it exists, and the same seed gives the "
        "same class.",
    )
    reader.add_argument("size", type=int, metavar="SIZE", help="how many submissions")
    reader.add_argument("out", metavar="OUT", help="a new or empty folder")
    reader.add_argument("--seed", type=int, default=1, metavar="N", help="another number, another class (default: 1)")
    reader.add_argument("--zip", action="store_true", help="one zip, as it is downloaded, instead of a folder")
    reader.add_argument("--hostile", action="store_true", help="with hostile names and files in it")
    reader.add_argument("--earlier", type=int, default=0, metavar="N", help="also N submissions of the year before")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.made_up import export, term
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..content.stubs import StubError

    try:
        if asked.size < 1 or asked.earlier < 0:
            raise export.TrialError(f"a class of {asked.size} cannot be written: SIZE is 1 or more")
        made = term.make(
            Course.at(Path(asked.course)), asked.size, asked.seed, hostile=asked.hostile, earlier=asked.earlier
        )
        path = export.write(made, Path(asked.out), zipped=asked.zip)
    except (export.TrialError, GraderFault, RubricError, StubError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{asked.out} cannot be written: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    copies = sum(1 for one in made.handed if one.copied_from)
    say(f"{len(made.handed)} submissions, {copies} of them copies: {path}")
    say(f"what is really the case: {Path(asked.out) / export.TRUTH}")
    return 0
