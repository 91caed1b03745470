"""Writes what the autograder prints on Autolab. The last line is the scores, the line before it the feedback by stages.

Everything above those two lines is the report in words, and no line of it begins with a brace: a student's message must
never be taken for the scores. An assessment has to define one problem for each task, by its id; work that is late under
the rubric's own policy adds the problem "late" with the points it costs (leave the platform's own late penalty off);
what staff add to a total is the problem "adjustment".
"""

from __future__ import annotations

import io
import json
import tarfile
from typing import Any

from ...checks.points import total
from ...files.escape import one_line, plain
from ...grading.result import ItemResult, Result
from .. import sentences
from .kit import Kit, is_program

LATE = "late"
ADJUSTED = "adjustment"
EARLIER = "earlier score"
_OUTPUT_LIMIT = 60_000
FILE = "autolab.txt"


def to_text(result: Result) -> str:
    """The whole of stdout."""
    lines = _report(result)
    return "\n".join([*lines, _line(feedback(result)), _line(scores(result))]) + "\n"


write = to_text


def scores(result: Result) -> dict[str, Any]:
    """What the platform adds up, and the one number on the scoreboard; nothing that may not be known yet."""
    if sentences.veiled(result):
        return {"scores": {}, "scoreboard": []}
    parts = {item.id: item.score for item in result.items}
    if result.standing is not None:
        parts[EARLIER] = total((result.final,)) - total(parts.values())
    elif result.own != result.score:
        late = result.late.deduction if result.late else 0.0
        parts |= {LATE: -late} if late else {}
        rest = total((result.own, -result.score, late))
        parts |= {ADJUSTED: rest} if rest else {}
    return {"scores": {name: round(score, 2) for name, score in parts.items()}, "scoreboard": [result.final]}


def feedback(result: Result) -> dict[str, Any]:
    """One stage for each part of the assignment, one test for each task in it."""
    stages: dict[str, dict[str, Any]] = {}
    for item in [] if sentences.veiled(result) else result.items:
        # the stage may not be called like one of the platform's own keys
        stage = one_line(item.part or item.file or "Tasks") or "Tasks"
        stage = f"{stage}: {item.file}" if stage in ("_presentation", "stages") else stage
        stages.setdefault(stage, {})[sentences.name(item)] = {
            "passed": item.status == "passed",
            "hint": "" if item.status == "passed" else _hint(item, result),
        }
    return {"_presentation": "semantic", "stages": list(stages), **stages}


def _hint(item: ItemResult, result: Result) -> str:
    kept = [line.text for line in sentences.report(item, result) if line.kind in ("mistake", "hint")]
    return one_line(" ".join([sentences.verdict(item), *kept]), limit=600)


def _report(result: Result) -> list[str]:
    rows = sentences.summary(result)
    for item in [] if sentences.refused(result) or sentences.veiled(result) else result.items:
        rows += ["", sentences.name(item), sentences.verdict(item)]
        rows += [f"  {line.text}" for line in sentences.report(item, result)]
    text = plain("\n".join(rows), limit=_OUTPUT_LIMIT, lines=3000)
    return [f" {row}" if row.startswith("{") else row for row in text.split("\n")]


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


ABOUT = "for Autolab; it holds the salt, and is for staff alone"


def package(kit: Kit) -> dict[str, bytes]:
    """autograde-Makefile and autograde.tar, as the lab's folder wants them, and the image."""
    files = {**kit.grader(), "driver.sh": kit.shipped("autolab/driver.sh")}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(files[name]), 0o755 if is_program(files[name]) else 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    lab = {"autograde-Makefile": kit.shipped("autolab/autograde-Makefile"), "autograde.tar": packed.getvalue()}
    return {f"autolab/{name}": data for name, data in {**lab, **kit.image(files)}.items()}
