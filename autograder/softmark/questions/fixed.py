"""Holds questions that a course wrote itself, in the same form as those about a program.

Students get them in one file. Answers and reasons are folded up in it: they are no secret, for they earn nothing, but
nobody should read them by accident.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .question import Question, numbers


@dataclass(frozen=True)
class Fixed:
    id: str
    title: str
    question: Question
    """Its `task` is the one before which it is asked."""


def made(data: Mapping[str, Any]) -> Fixed:
    """From the fields that questions.yaml has."""
    options = tuple(data.get("options") or ())
    answer = str(data["answer"]) if options else numbers(str(data["answer"]))
    question = Question("fixed", str(data.get("task") or ""), str(data["ask"]), answer, str(data["why"]), options,
                        key=str(data["id"]))  # fmt: skip
    return Fixed(str(data["id"]), str(data["title"]), question)


def to_json(questions: Iterable[Mapping[str, Any]]) -> str:
    """The students' file."""
    data = []
    for each in questions:
        folded = json.dumps([each["answer"], each["why"]], ensure_ascii=False).encode()
        shown = {name: each.get(name) for name in ("id", "title", "task", "ask", "options")}
        data.append({**shown, "folded": base64.b64encode(zlib.compress(folded, 9)).decode()})
    return json.dumps({"questions": data}, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str) -> list[Fixed]:
    """ValueError (KeyError, TypeError) for a file that is not one of ours."""
    found = []
    for each in json.loads(text)["questions"]:
        answer, why = json.loads(zlib.decompress(base64.b64decode(each["folded"])))
        found.append(made({**each, "answer": answer, "why": why}))
    return found
