"""Writes PrairieLearn's results.json: a score between 0 and 1, and one test for each task.

The platform knows nothing above full marks, so bonus points can make up for lost ones and no more. It refuses a file
above 1 MB; the texts here are cut long before that, and once more if there are very many tasks.
"""

from __future__ import annotations

import json
import uuid
from typing import Any

from ...content.rubric import Rubric
from ...files.escape import one_line, plain
from ...grading.result import ItemResult, Result
from .. import sentences
from .kit import Kit

SIZE_LIMIT = 1 << 20
_ITEM_LIMIT = 8000
FILE = "prairielearn/results.json"


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


write = to_json


def _document(result: Result, limit: int) -> dict[str, Any]:
    summary = sentences.summary(result)
    output = plain("\n".join(summary), limit=max(limit, 2000), lines=200)
    if result.status in ("refused", "grader_error") and result.standing is None and not result.score:
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
        "tests": [] if sentences.refused(result) else [_test(item, result, limit) for item in result.items],
    }


def _test(item: ItemResult, result: Result, limit: int) -> dict[str, Any]:
    rows = [line.text for line in sentences.report(item, result)]
    return {
        "name": sentences.name(item),
        "description": one_line(item.part) if item.part else "",
        "points": item.score,
        "max_points": item.points,
        "message": sentences.verdict(item),
        "output": plain("\n".join(rows), limit=limit, lines=400),
    }


ABOUT = "for PrairieLearn; it holds the salt, and is for staff alone"
_QUESTIONS = uuid.UUID("6f1f9c1e-3b0e-5d0a-9c57-2f9f6f0f8a11")
"""Of our making: a course of the same name keeps the same question."""


def package(kit: Kit) -> dict[str, bytes]:
    """serverFilesCourse/softmark and the question, in the layout of a course there, and the image."""
    files = {**kit.grader(), "run.sh": kit.shipped("prairielearn/run.sh")}
    name = kit.rubric.name
    course = {
        f"questions/{name}/info.json": json.dumps(_info(kit.rubric), indent=2).encode() + b"\n",
        f"questions/{name}/question.html": _question(kit.rubric).encode(),
        **{f"serverFilesCourse/softmark/{path}": data for path, data in files.items()},
    }
    return {f"prairielearn/{path}": data for path, data in {**course, **kit.image(files)}.items()}


def _info(rubric: Rubric) -> dict[str, object]:
    return {
        "uuid": str(uuid.uuid5(_QUESTIONS, rubric.name)),
        "title": rubric.title,
        "topic": "Programming",
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": f"YOUR-REGISTRY/{rubric.name}",
            "serverFilesCourse": ["softmark/"],
            "entrypoint": "/grade/serverFilesCourse/softmark/run.sh",
            "timeout": 600,
            "enableNetworking": False,
        },
    }


def _question(rubric: Rubric) -> str:
    names = ", ".join(rubric.files)
    first = " Run <code>python check.py</code> at home first: it tells you more, and at once."
    return (
        "<pl-question-panel>\n"
        f"  <p>Hand in {names}.{'' if rubric.visibility == 'exam' else first}</p>\n"
        f'  <pl-file-upload file-names="{names}"></pl-file-upload>\n'
        "</pl-question-panel>\n"
        "<pl-submission-panel>\n"
        "  <pl-external-grader-results></pl-external-grader-results>\n"
        "  <pl-file-preview></pl-file-preview>\n"
        "</pl-submission-panel>\n"
    )
