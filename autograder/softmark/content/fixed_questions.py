"""Reads questions.yaml, the questions that a course wrote itself. A course need not have any.

They are asked before the code is written, and stand in for the questions about a program that yields too few.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from annotated_types import MaxLen

from ..checks.errors import GraderFault
from .allowed import EXACT, Checked, Ident, Sentences, Slug, Text
from .rubric import Part
from .validated import Invalid, validated
from .yaml_places import Located, Where, read

FILE = "questions.yaml"
_LETTERS = "abcdefgh"


def _numbers(value: str) -> str:
    return " ".join(value.replace(",", " ").split())


Answer = Annotated[str, EXACT, Checked(_numbers)]


@dataclass(frozen=True, kw_only=True)
class FixedQuestion(Part):
    """One question."""

    id: Slug
    title: Text
    task: Ident | None = None
    """Asked before this task is written; without it, at any time."""
    ask: Sentences
    options: Annotated[tuple[Text, ...], MaxLen(len(_LETTERS))] = ()
    """Without any, numbers are the answer."""
    answer: Answer
    """A letter, or numbers with spaces between them."""
    why: Sentences


@dataclass(frozen=True, kw_only=True)
class _QuestionsFile(Part):
    questions: tuple[FixedQuestion, ...] = ()


def load(path: Path) -> tuple[FixedQuestion, ...]:
    """Every question of the file; none where there is no file. GraderFault with the place of the first mistake."""
    return _checked(read(path)) if path.exists() else ()


def _checked(found: Located) -> tuple[FixedQuestion, ...]:
    questions: tuple[FixedQuestion, ...] = ()
    if not found.problems:
        try:
            questions = validated(_QuestionsFile, {} if found.data is None else found.data).questions
        except Invalid as error:
            error.tell(found, FILE)
    _tell_mistakes(questions, found)
    if found.problems:
        raise GraderFault(str(found.problems[0]))
    return questions


def _tell_mistakes(questions: tuple[FixedQuestion, ...], found: Located) -> None:
    seen: set[str] = set()
    for place, each in enumerate(questions):
        where: Where = ("questions", place, "answer")
        if each.id in seen:
            found.problem(("questions", place, "id"), f"“{each.id}” is the id of an earlier question")
        seen.add(each.id)
        letters = _LETTERS[: len(each.options)]
        if each.options and (len(each.answer) != 1 or each.answer not in letters):
            found.problem(where, f"must be the letter of an option, {letters[0]} to {letters[-1]}")
        elif not each.options and not _all_numbers(each.answer):
            found.problem(where, "must be numbers with spaces between them, such as 1/2 or 0 1 (or give options)")


def _all_numbers(answer: str) -> bool:
    parts = answer.split()
    return bool(parts) and all(part.lstrip("-").replace("/", "", 1).replace(".", "", 1).isdigit() for part in parts)
