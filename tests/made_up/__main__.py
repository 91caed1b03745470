"""`python -m tests.made_up SIZE OUT`: a class to try things on.

Writes an export of SIZE generated submissions, shaped as Gradescope's, with truth.json (what is really the case) and
roster.csv beside it. Nobody in it exists, and the same seed gives the same class.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.content.rubric import RubricError
from softmark.content.stubs import StubError
from tests.made_up import export, term


def main(words: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.made_up", description=__doc__)
    reader.add_argument("size", type=int, metavar="SIZE", help="how many submissions")
    reader.add_argument("out", metavar="OUT", help="a new or empty folder")
    reader.add_argument("--seed", type=int, default=1, metavar="N", help="another number, another class (default: 1)")
    reader.add_argument("--zip", action="store_true", help="one zip, as it is downloaded, instead of a folder")
    reader.add_argument("--hostile", action="store_true", help="with hostile names and files in it")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    asked = reader.parse_args(words)
    try:
        if asked.size < 1:
            raise export.TrialError(f"a class of {asked.size} cannot be written: SIZE is 1 or more")
        course = Course.at(Path(asked.course))
        made = term.make(course, asked.size, asked.seed, hostile=asked.hostile)
        path = export.write(made, Path(asked.out), zipped=asked.zip)
    except (export.TrialError, GraderFault, RubricError, StubError) as problem:
        print(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"{asked.out} cannot be written: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    print(f"{len(made.handed)} submissions: {path}")
    print(f"what is really the case: {Path(asked.out) / export.TRUTH}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
