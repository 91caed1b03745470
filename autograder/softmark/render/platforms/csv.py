"""Writes results as plain CSV: one row for each task, one for the total and one for what counts. For spreadsheets and
small scripts.

No cell can be taken for a formula: what begins like one gets an apostrophe before it.
"""

from __future__ import annotations

import csv as _csv
import io

from ...checks.points import amount
from ...files import escape
from ...grading.result import Result
from .. import sentences

COLUMNS = ("task", "title", "bonus", "points", "score", "status", "mistakes", "verdict")
FILE = "result.csv"


def to_csv(result: Result) -> str:
    """The table as text."""
    sink = io.StringIO()
    table = _csv.writer(sink, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for item in result.items:
        bonus = "yes" if item.bonus else "no"
        mistakes = " ".join(sentences.diagnoses(item))
        row = (item.id, item.title, bonus, item.points, item.score, item.status, mistakes, sentences.verdict(item))
        table.writerow([cell(value) for value in row])
    whole = ("total", result.title, "", result.points, result.score, result.status, "", sentences.headline(result))
    table.writerow([cell(value) for value in whole])
    said = " ".join(each.sentence for each in (result.late, result.standing) if each)
    table.writerow([cell(value) for value in ("final", "what counts", "", result.points, result.final, "", "", said)])
    return sink.getvalue()


write = to_csv


def cell(value: object) -> str:
    """A value as a cell that a spreadsheet shows and does not run."""
    if isinstance(value, float):
        return amount(value)
    return escape.cell(str(value), limit=500)
