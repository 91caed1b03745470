"""Writes one student's report card: results.json for the platform, Markdown for a mail, HTML for a browser.

All three say what a student may read and nothing else: every sentence comes through `render.sentences`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from ...checks.points import amount
from ...files.atomic import write_atomically
from ...files.escape import markdown, one_line
from ...grading.result import ItemResult, Result
from ...render import sentences
from ...render.mistake_lines import ReportLine
from ...render.platforms import gradescope
from ..entries import Graded
from . import attempts, page_data, templates
from . import markdown as markdown_text
from .class_deadlines import is_open
from .cohort import name_of

STUDENTS = "students"


@dataclass(frozen=True)
class Block:
    """Lines of one kind, together."""

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ItemCard:
    """One task as a student reads about it."""

    id: str
    title: str
    score: str
    points: str
    status: str
    word: str
    symbol: str
    verdict: str
    blocks: tuple[Block, ...]
    decided: bool = False
    """A person's word is in it: it is shown also where it is passed."""
    part: str = ""
    explanation: str = ""
    """What staff wrote about the mistake, as HTML."""


@dataclass(frozen=True)
class Card:
    """One submission as its author reads about it."""

    title: str
    name: str
    headline: str
    notes: tuple[str, ...]
    items: tuple[ItemCard, ...]
    files: Mapping[str, str]


def card(one: Graded) -> Card:
    """What its author may read now: the rubric can keep tasks, or everything, from students."""
    result = one.result
    rows = [item for item in sentences.part_by_part(result.items) if item.visibility == "visible"]
    if sentences.veiled(result) or sentences.refused(result):
        rows = []
    said, *notes = sentences.summary(result)
    if rows and len(rows) < len(result.items):  # neither the total nor the arithmetic of lateness tells what is hidden
        said, notes = "Some of this grade is not shown yet.", sentences.intake_notes(result)
    elif not sentences.veiled(result):
        said += ", lateness undecided" if is_open(result) else ""
        said += ", attempts undecided" if attempts.is_open(result) else ""
    title = one_line(result.title)
    return Card(
        title=title,
        name=name_of(one),
        headline=said.removeprefix(f"{title}: "),
        notes=tuple(notes),
        items=tuple(_item(item, result) for item in rows),
        files={one_line(name): "\n".join(page_data.shown_lines(text)) for name, text in one.files.items()},
    )


def _item(item: ItemResult, result: Result) -> ItemCard:
    return ItemCard(
        id=item.id,
        title=one_line(item.title) + (" (bonus)" if item.bonus else ""),
        score=amount(item.score),
        points=amount(item.points),
        status=item.status,
        word=sentences.word(item),
        symbol=sentences.SYMBOLS[item.status],
        verdict=sentences.verdict(item),
        blocks=tuple(blocks(item, result)),
        explanation=markdown_text.to_html(item.explanation) if item.explanation else "",
        decided=item.decided is not None,
        part=one_line(item.part),
    )


def blocks(item: ItemResult, result: Result) -> list[Block]:
    """The report, neighbours of one kind together, so that a page can space them.

    What several checks say in the same words (a file that cannot be imported) stands below the last of them, once.
    """
    found = [
        Block(kind, tuple(line.text for line in lines))
        for kind, lines in groupby(report(item, result), key=lambda line: line.kind)
    ]
    return [block for i, block in enumerate(found) if block != (found[i + 2] if i + 2 < len(found) else None)]


_WRITTEN: dict[tuple[ItemResult, str, str, int, bool, str | None], tuple[ReportLine, ...]] = {}
_WRITTEN_LIMIT = 50_000


def report(item: ItemResult, result: Result) -> tuple[ReportLine, ...]:
    """What a student reads about one task. In a class most reports are the same as another's: each is written once."""
    key = item, result.hints, result.hidden, result.stage, result.handout, result.at_home  # all it depends on
    if key not in _WRITTEN:
        if len(_WRITTEN) >= _WRITTEN_LIMIT:
            _WRITTEN.clear()
        _WRITTEN[key] = tuple(sentences.report(item, result))
    return _WRITTEN[key]


# --- Markdown ---------------------------------------------------------------------------------------------


def to_markdown(card: Card) -> str:
    lines = [f"# {markdown(card.title)}", "", f"{markdown(card.name)}: **{markdown(card.headline)}**", ""]
    lines += [f"> {markdown(text)}\n" for text in card.notes]
    if card.items:
        lines += ["| task | | points | |", "|---|---|---:|---|"]
        lines += [
            f"| {markdown(item.id, in_table=True)} | {markdown(item.title, in_table=True)} "
            f"| {item.score} / {item.points} | {item.symbol} {markdown(item.word, in_table=True)} |"
            for item in card.items
        ]
        lines.append("")
    for item in card.items:
        if item.status == "passed" and not item.decided:
            continue
        lines += [f"## {markdown(f'{item.id} {item.title}')}", "", markdown(item.verdict), ""]
        for block in item.blocks:
            lines += [_markdown_line(block.kind, text) for text in block.lines]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _markdown_line(kind: str, text: str) -> str:
    if kind == "where" and text.startswith("    "):  # a line of theirs, as code: nothing in it is markup
        return f"\n      {one_line(text, limit=200)}\n"
    return f"{'  ' if kind == 'detail' else '- '}{markdown(text)}"


# --- HTML -------------------------------------------------------------------------------------------------


def to_html(card: Card) -> str:
    """A page without scripts, nothing from outside."""
    return templates.page("student.html.j2", styles=("base.css", "student.css"), card=card)


# --- the folder -------------------------------------------------------------------------------------------


def folder_name(ident: str) -> str:
    """A plain name for a folder, whatever the id holds; different ids get different names."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "_", ident).strip("_")[:80]
    if safe and safe == ident:
        return safe
    return f"{safe or 'submission'}-{hashlib.sha256(ident.encode('utf-8', 'replace')).hexdigest()[:8]}"


def write_all(
    out: Path,
    graded: Iterable[Graded],
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> int:
    """results.json, report.md and report.html for each submission; only what changed is written. Returns how many."""
    rows, changed = list(graded), 0
    for done, one in enumerate(rows, 1):
        folder = out / STUDENTS / folder_name(one.entry.id)
        folder.mkdir(parents=True, exist_ok=True)
        shown = card(one)
        texts = {
            "results.json": gradescope.to_json(one.result),
            "report.md": to_markdown(shown),
            "report.html": to_html(shown),
        }
        wrote = [write_changed(folder / name, text) for name, text in texts.items()]
        changed += any(wrote)
        progress(done, len(rows))
    return changed


def write_changed(path: Path, text: str) -> bool:
    """Writes unless the file already says so."""
    try:
        if path.read_bytes() == text.encode():  # a table has line ends of its own
            return False
    except OSError:
        pass
    write_atomically(path, text)
    return True
