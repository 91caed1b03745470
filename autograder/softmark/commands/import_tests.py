"""`softmark import` drafts a rubric and graders from tests for pytest, otter or gradescope-utils."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "import",
        help="draft a course from tests for pytest, otter or gradescope-utils",
        description="Read a folder of tests and draft a rubric, graders and references from it, with a list of "
        "what a person must still decide. It never runs what it reads.",
    )
    reader.add_argument("path", metavar="PATH", help="a folder of tests, or one file")
    reader.add_argument("--out", required=True, metavar="DIR", help="the new course: a folder of its own")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..build.importing import drafting
    from ..checks.errors import GraderFault

    target = Path(asked.out)
    try:
        found, written = drafting.write(Path(asked.path), target)
    except GraderFault as problem:
        say(problem, file=sys.stderr)
        return 2
    say(f"{target}: {len(found.checks)} {found.kind} tests became {len(written)} files; none of them was run")
    say(f"{len(found.decide)} things are for you to decide: {target / drafting.LIST}")
    return 0
