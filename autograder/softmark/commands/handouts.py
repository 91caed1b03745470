"""`softmark handouts` makes HTML and PDF from handouts/."""

from __future__ import annotations

import argparse
from pathlib import Path


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "handouts",
        help="make HTML and PDF from handouts/",
        description="Make HTML and PDF of every document that handouts/handouts.yaml lists.",
    )
    reader.add_argument("names", nargs="*", metavar="DOCUMENT", help="which of handouts.yaml; all when left out")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository (default: here)")
    reader.add_argument("--out", default="dist/handouts", metavar="DIR", help="where they go (default: dist/handouts)")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..build.handouts import documents

    return documents.run(Path(asked.course), Path(asked.out), asked.names)
