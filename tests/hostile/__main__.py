"""`python -m tests.hostile`: run the bank, print the table, write dist/hostile.json. Exit code 1: a row went wrong."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console

from . import harness, layers, record, report
from .bank import ROWS
from .rows import ROOT, Row

SHORT = 60.0
"""Seconds. What needs more, under the limits as shipped, runs with FULL=1 and by `make hostile`."""


def options() -> argparse.ArgumentParser:
    reader = argparse.ArgumentParser(prog="python -m tests.hostile", description="Hostile and hapless submissions.")
    reader.add_argument("only", nargs="*", metavar="ROW", help="rows whose family/name contains this (default: all)")
    reader.add_argument("--mode", choices=[*harness.MODES, "all"], default="all", help="as whom (default: all)")
    reader.add_argument("--twice", action="store_true", help="grade every row twice; both must be the same")
    reader.add_argument(
        "--short",
        action="store_true",
        help="leave out rows that may take longer than a minute; a right answer after every twelfth row only",
    )
    reader.add_argument("--every", type=int, default=1, metavar="N", help="about one in N of them, always the same")
    reader.add_argument("--json", default=str(ROOT / "dist" / "hostile.json"), metavar="FILE", help="see record.py")
    return reader


def chosen(asked: argparse.Namespace) -> list[Row]:
    rows = [row for row in ROWS if not asked.only or any(part in row.key for part in asked.only)]
    rows = [row for row in rows if not asked.short or row.seconds <= SHORT]
    return record.sampled(rows, asked.every)


def main(argv: list[str] | None = None) -> int:
    asked = options().parse_args(argv)
    console = Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(width=140)  # a log has room
    rows = chosen(asked)
    if not rows:
        print(f"no row is left: {' or '.join(asked.only) or 'all'}, one in {asked.every}", file=sys.stderr)
        return 2
    outcomes: list[harness.Outcome] = []
    alone: list[layers.Alone] = []
    not_run: dict[str, str] = {}
    for mode in harness.MODES if asked.mode == "all" else (asked.mode,):
        if why := harness.possible(mode):
            not_run[mode] = why
            continue
        every = 12 if asked.short else 1
        outcomes += harness.run(rows, mode, twice=asked.twice, every=every, look=report.Live(console))
        alone += layers.run(mode)
    report.totals(console, outcomes, alone, not_run)
    record.write(Path(asked.json), outcomes, alone, not_run)
    console.print(f"written: {asked.json}")
    clean = outcomes and all(o.ok for o in outcomes) and all(a.ok for a in alone)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
