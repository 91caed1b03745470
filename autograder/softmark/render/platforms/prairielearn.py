"""Writes PrairieLearn's results.json: a score between 0 and 1, and one test for each task.

The platform knows nothing above full marks, so bonus points can make up for lost ones and no more. It refuses a file
above 1 MB; the texts here are cut long before that, and once more if there are very many tasks.
"""

from __future__ import annotations

import json
from typing import Any

from ...files.escape import one_line, plain
from ...grading.result import ItemResult, Result
from .. import sentences
from ..words.task import as_text

SIZE_LIMIT = 1 << 20
_ITEM_LIMIT = 8000


def render(result: Result) -> dict[str, Any]:
    """The document as plain data."""
    return _document(result, _ITEM_LIMIT)


def to_json(result: Result) -> str:
    """The document as text; every test keeps its points, whatever must be cut from the words."""
    limit = _ITEM_LIMIT
    while True:
        text = json.dumps(_document(result, limit), ensure_ascii=False, allow_nan=False) + "\n"
        if len(text.encode()) < SIZE_LIMIT or limit < 10:
            return text
        limit //= 4


def _document(result: Result, limit: int) -> dict[str, Any]:
    summary = sentences.summary(result)
    output = plain("\n".join(summary), limit=max(limit, 2000), lines=200)
    if result.status in ("refused", "grader_error") and not result.score:
        # the platform then gives the attempt back instead of recording a zero that nobody earned
        return {"gradable": False, "score": 0.0, "format_errors": summary[1:] or summary, "output": output}
    whole = result.points
    if sentences.veiled(result):
        # the platform asks for a number, and this one says nothing; grade again once scores may be known
        return {"gradable": True, "score": 0.0, "message": summary[0], "output": output, "tests": []}
    return {
        "gradable": True,
        "score": round(min(1.0, max(0.0, result.final / whole)), 6) if whole else 0.0,
        "message": summary[0],
        "output": output,
        "tests": [_test(item, result, limit) for item in result.items],
    }


def _test(item: ItemResult, result: Result, limit: int) -> dict[str, Any]:
    return {
        "name": sentences.name(item),
        "description": one_line(item.part) if item.part else "",
        "points": item.score,
        "max_points": item.points,
        "message": sentences.verdict(item),
        "output": plain(as_text(sentences.report(item, result)), limit=limit, lines=400),
    }
