"""handouts/speed.md: the words are kept, the tables between the marks are written from bench.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .figures import MISSED, NOISY, UNMEASURED, shown
from .table import load_line, spread

_WIDTHS = "|:--------------------------------------------|:----------|:----------|:--------------|:----------|"
"""In proportion: the first column holds sentences."""
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def write(result: Path, page: Path) -> int:
    """Bring the page up to date. 2 if there is nothing to write, or nowhere to write it."""
    try:
        found = json.loads(result.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        print(f"there is no {result.name} yet: run `make bench` first", file=sys.stderr)
        return 2
    try:
        text = page.read_text(encoding="utf-8")
    except OSError:
        print(f"{page} cannot be read", file=sys.stderr)
        return 2
    if BEGIN not in text or END not in text:
        print(f"{page} has no place for the figures: it needs the lines {BEGIN} and {END}", file=sys.stderr)
        return 2
    head, _, rest = text.partition(BEGIN)
    page.write_text(f"{head}{BEGIN}\n{measured(found)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    print(f"written: {page.name}")
    return 0


def measured(found: dict[str, Any]) -> str:
    """One table of everything that has a goal; the command shows the rest."""
    dates = sorted({part["date"] for part in found["sections"].values()})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    lines = [f"Measured on {when}. {load_line(found)}", "", "| what | goal | measured | spread | verdict |", _WIDTHS]
    for row in (row for part in found["sections"].values() for row in part["rows"] if row["goal"]):
        note = f" ({row['note']})" if row["note"] else ""
        verdict = f"**{row['verdict']}**" if row["verdict"] in (MISSED, NOISY, UNMEASURED) else row["verdict"]
        cells = (f"{row['name']}{note}", row["goal"], shown(row["measured"], row["unit"]), spread(row), verdict)
        lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    return "\n".join(lines)
