"""Writes Gradescope's results.json: one row for each task.

Everything goes out as `text`, never as `md` or `html`. Rows quote student code, and `text` is the one format in
which no character means anything, so a quoted message cannot become a link, a picture or a heading. The report
is written to read well without markup.

Staff notes go into stdout and `extra_data`. They never become a row: one hidden row would make Gradescope hide
the student's total.

The rubric's visibility says who sees what, in Gradescope's own words:
  visible          score, ✓/✗ and hints at once
  after_due_date   until the (late) due date only that the work arrived, and what was wrong with its files
  after_published  the same until staff publish the grades
  hidden           the same for good
Rows and the document as a whole carry the same setting, whichever of the two the platform heeds, and the text above
the rows, which is fixed for ever when it is written, then tells nothing about points. What would stand there, the total
and the arithmetic of lateness, is a last row without points, which opens with the others.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ...content.rubric import HintLevel, Openness
from ...files.escape import plain
from ...grading.result import ItemResult, Result
from .. import sentences
from ..staff_lines import staff_lines
from ..words.task import as_text

OUTPUT_LIMIT = 12_000
STAFF_LIMIT = 200_000
FILE = "results.json"


def render(result: Result) -> dict[str, Any]:
    """The document as plain data."""
    return {
        "score": max(0.0, result.final),
        "execution_time": round(max(0.0, result.seconds), 2),
        "output": _summary(result),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": result.visibility,
        "stdout_visibility": "hidden",
        "tests": [*(_row(item, result) for item in result.items), *_total(result)],
        "extra_data": {"softmark": _for_staff(result)},
    }


def to_json(result: Result) -> str:
    """The document as text, ready to be written. While a grade is under way it is written many times, for safety and
    not for readers: without line breaks the encoder takes a fraction of the time."""
    indent = None if result.status == "started" else 1
    return json.dumps(render(result), ensure_ascii=False, allow_nan=False, indent=indent) + "\n"


write = to_json


def staff_text(result: Result) -> str:
    """What `run_autograder` prints: Gradescope shows stdout to staff only."""
    return plain("\n".join(staff_lines(result)), limit=STAFF_LIMIT, lines=5000) + "\n"


def _row(item: ItemResult, result: Result) -> dict[str, Any]:
    return {
        "name": sentences.name(item).removeprefix(f"{item.id} "),  # the platform puts the number before it
        "name_format": "text",
        "number": item.id,
        "score": item.score,
        "max_score": item.points,
        # always said: without it, Gradescope shows a row worth 0 points as passed
        "status": "passed" if item.status == "passed" else "failed",
        "output": _output(item, _WhatIsOpen(result.hidden, result.hints, result.handout)),
        "output_format": "text",
        "visibility": result.visibility,
    }


def _total(result: Result) -> list[dict[str, Any]]:
    """Under a veil: the total with its arithmetic, to be read when the rows are."""
    if not sentences.veiled(result):
        return []
    text = plain("\n".join(sentences.open_summary(result)), limit=OUTPUT_LIMIT, lines=200)
    about = {"name": "Total", "name_format": "text", "number": "Σ", "output": text, "output_format": "text"}
    return [{**about, "visibility": result.visibility}]


class _WhatIsOpen(NamedTuple):
    hidden: Openness
    hints: HintLevel
    handout: bool


_KEPT: dict[str, tuple[ItemResult, _WhatIsOpen, str]] = {}
"""The latest text of each row. Between two publications of a grade only one row changes; to compare it by its contents
would take as long as to write it."""


def _output(item: ItemResult, telling: _WhatIsOpen) -> str:
    """The text of one row."""
    kept = _KEPT.get(item.id)
    if kept is None or kept[0] is not item or kept[1] != telling:
        kept = _KEPT[item.id] = (item, telling, _written(item, telling))
    return kept[2]


def _written(item: ItemResult, telling: _WhatIsOpen) -> str:
    text = f"{sentences.verdict(item)}\n\n{as_text(sentences.report(item, telling))}"
    return plain(text, limit=OUTPUT_LIMIT, lines=400)


def _summary(result: Result) -> str:
    return plain("\n".join(sentences.summary(result)), limit=OUTPUT_LIMIT, lines=200)


def _for_staff(result: Result) -> dict[str, Any]:
    return {
        "engine": result.engine,
        "autograder": result.autograder,
        "counted": _counted(result),
        "after_deadline": result.hidden == "after",
        "status": result.status,
        "submission": result.digest,
        "isolation": {"level": result.isolation.level, "layers": list(result.isolation.layers)},
        "late": None if result.late is None else {"deduction": result.late.deduction, "sentence": result.late.sentence},
        "notes": [plain(text, limit=1000) for text in result.notes_for("staff")[:100]],
        "items": {
            item.id: {"status": item.status, "diagnoses": sentences.diagnoses(item), "carried": bool(item.carried)}
            for item in result.items
        },
    }


def _counted(result: Result) -> dict[str, Any]:
    """The score that counts and the version of the grader that gave it."""
    return {"score": result.final, "earned": result.score, "autograder": result.autograder}
