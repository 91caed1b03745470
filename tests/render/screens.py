"""What is read of a grade: the whole text that a platform shows to its student, and below it what staff read.

situations.yaml says what the grade found out; snapshots/graded.txt has what is read then. After a change, write it anew
and review the difference as you would review a text:

    python -m tests.render.screens
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from softmark.content.rubric_reader import parse_rubric
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Lateness, Note, Result, Where, blank
from softmark.render.platforms import gradescope
from softmark.render.staff_lines import staff_lines
from tests.rows import row_with

HERE = Path(__file__).parent
SNAPSHOT = HERE / "snapshots" / "graded.txt"
SITUATIONS: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "situations.yaml").read_text(encoding="utf-8"))
RUBRIC = parse_rubric("""\
name: mini
title: Two small functions
term: spring
framework: numpy
files: [attention.py, block.py]
parts: {attention.py: "Part 1: one head", block.py: "Part 2: the block"}
items:
  - {id: "1.1", title: Simple attention, points: 4, file: attention.py, names: [simple]}
  - {id: "1.2", title: Scaled scores, points: 6, file: attention.py, names: [scores]}
  - {id: "1.3", title: The mask, points: 6, file: attention.py, names: [mask]}
  - {id: "2.1", title: What heads add, points: 5, bonus: true, file: block.py, names: [add]}
""")


def kept() -> dict[str, str]:
    """Situation → the text that was reviewed."""
    parts = SNAPSHOT.read_text(encoding="utf-8").split("=== ")[1:]
    return {name: text.rstrip("\n") for name, _, text in (part.partition("\n") for part in parts)}


def graded(said: Mapping[str, Any]) -> Result:
    more = dict(said.get("result", {}))
    notes = tuple(Note(voice, text) for voice, text in more.pop("notes", ()))
    late = Lateness(**said["late"]) if "late" in said else None
    result = replace(blank(RUBRIC), **{"status": "graded", "engine": "x", **more}, notes=notes, late=late)
    if "checks" not in said:
        return result
    where = Where(**said["where"]) if "where" in said else None
    checks = [CheckResult(**check) for check in said["checks"]]
    return result.with_item(row_with(result.item("1.2"), checks, where=where, **said.get("row", {})))


def shown(name: str) -> str:
    result = graded(SITUATIONS[name])
    document = gradescope.render(result)
    rows = [row for row in document["tests"] if row["number"] in ("1.2", "Σ")]
    student = [document["output"], *(f"--- {row['number']} {row['name']}\n{row['output']}" for row in rows)]
    staff = [
        line for line in staff_lines(result)[1:] if not line.startswith(("1.1", "1.3", "2.1", "engine", "isolation"))
    ]
    return "\n".join([*student, "--- staff", *staff])


def main() -> None:
    SNAPSHOT.write_text("\n\n".join(f"=== {name}\n{shown(name)}" for name in SITUATIONS) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
