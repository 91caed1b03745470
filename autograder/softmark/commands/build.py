"""Write assignment/ and the two zips, and prove them.

Bring assignment/ up to date, write dist/assignment.zip and dist/autograder.zip, then unpack them and grade the
reference, the stubs and a few known mistakes with what is inside. assignment/ changes only if all of that succeeds.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository (default: here)")
    reader.add_argument("--out", default="dist", metavar="DIR", help="where the zips go (default: dist)")
    reader.add_argument("--assignment-only", action="store_true", help="only bring assignment/ up to date")
    reader.add_argument("--no-proof", action="store_true", help="write the zips without grading with them")
    reader.add_argument(
        "--no-handouts", action="store_true", help="build the zips without the handout (which needs pandoc)"
    )
    reader.add_argument(
        "--salt",
        type=Path,
        metavar="FILE",
        help="hidden numbers of another salt than autograder/.salt, for a second grader: give it an --out of its own",
    )


def run(asked: argparse.Namespace) -> int:
    from ..sandbox.layers import process

    # Numerical libraries read it when they are loaded. Beside their threads, no second process could do half the work.
    os.environ.update(process.THREADS_ONE)
    from ..build import build

    return build.run(
        *(Path(asked.course), Path(asked.out), asked.assignment_only, not asked.no_proof),
        pages=not asked.no_handouts,
        salt_file=asked.salt,
    )
