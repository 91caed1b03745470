"""`softmark compare` shows what a regrade changed, for whom and why."""

from __future__ import annotations

import argparse
from pathlib import Path


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "compare",
        help="show what a regrade changed, for whom and why",
        description="Compare two graded classes: how many scores changed, by task and by cause; then whose, by "
        "which task and check, and why (the submission, the grader, points in the rubric, an override, a date, or "
        "nothing: a flake). Prints a table and writes compare.csv and compare.html, which you can search and "
        "filter.",
    )
    reader.add_argument("old", help="the folder of the earlier batch")
    reader.add_argument("new", help="the folder of the later batch")
    reader.add_argument("--out", metavar="DIR", help="where compare.csv and compare.html go (default: NEW)")
    reader.add_argument("--json", action="store_true", help="print the changes as JSON")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..classes.report.write import run_compare

    old, new = Path(asked.old), Path(asked.new)
    return run_compare(old, new, out=Path(asked.out) if asked.out else new, as_json=asked.json)
