"""Writes the sheets and the key as pages for a browser and a printer. The template escapes everything of a
student's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...files.escape import one_line
from ...questions.question import LETTERS, Question
from ..report import page_data, templates
from .sheet_set import Sheet

STYLES = ("base.css", "sheets.css")
_CODE = re.compile(r"`([^`]*)`")


@dataclass(frozen=True)
class PrintedPiece:
    """A run of text, or of code."""

    text: str
    code: bool

    @property
    def short(self) -> bool:
        """Code that stays in one line."""
        return self.code and len(self.text) <= 30


@dataclass(frozen=True)
class PrintedQuestion:
    """One question as it is printed."""

    number: int
    text: tuple[PrintedPiece, ...]
    options: tuple[tuple[str, tuple[PrintedPiece, ...]], ...]
    excerpts: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    """File name, and its lines with their numbers; what an earlier question shows is not shown again."""
    answer: str
    why: tuple[PrintedPiece, ...]


@dataclass(frozen=True)
class Printed:
    """One sheet as it is printed."""

    number: str
    name: str
    group: str
    section: str
    asked: tuple[PrintedQuestion, ...]


def printed(
    sheets: Sequence[Sheet], files: Mapping[str, Mapping[str, str]], groups: Mapping[str, Sequence[str]]
) -> list[Printed]:
    """`files`: submission → its files; `groups`: submission → who handed it in."""
    found = []
    for sheet in sheets:
        texts, name = files.get(sheet.submission, {}), one_line(sheet.person.name)
        found.append(
            Printed(
                number=sheet.number,
                name=name,
                group=", ".join(other for other in groups.get(sheet.submission, ()) if other != name),
                section=one_line(sheet.person.section),
                asked=tuple(_asked(sheet.questions, texts)),
            )
        )
    return found


def _asked(questions: Sequence[Question], texts: Mapping[str, str]) -> Iterator[PrintedQuestion]:
    shown: set[tuple[str, int, int]] = set()
    for number, question in enumerate(questions, 1):
        places = [place for place in question.code if place not in shown]
        shown.update(places)
        excerpts = [(file, tuple(_lines(texts[file], first, last))) for file, first, last in places if file in texts]
        yield PrintedQuestion(
            number=number,
            text=pieces(question.text),
            options=tuple((LETTERS[place], pieces(text)) for place, text in enumerate(question.options)),
            excerpts=tuple(excerpts),
            answer=_answer(question),
            why=pieces(question.why),
        )


def _lines(text: str, first: int, last: int) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(page_data.shown_lines(text), 1):
        if first <= number <= last and line.strip():
            yield number, line


def _answer(question: Question) -> str:
    return f"{question.answer})" if question.options else question.right_option


def pieces(text: str) -> tuple[PrintedPiece, ...]:
    """ "the `~` before `mask`" → text and code in turn."""
    parts = _CODE.split(one_line(text, limit=1000))
    return tuple(PrintedPiece(part, bool(place % 2)) for place, part in enumerate(parts) if part)


def sheets_page(title: str, all_of_them: Sequence[Printed]) -> str:
    return templates.page("sheets.html.j2", styles=STYLES, title=one_line(title), sheets=all_of_them, key=False)


def key_page(title: str, all_of_them: Sequence[Printed]) -> str:
    return templates.page("sheets.html.j2", styles=STYLES, title=one_line(title), sheets=all_of_them, key=True)
