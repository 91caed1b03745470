"""Shows a grade in a terminal: the table of its tasks, and for each that needs work what its student reads."""

from __future__ import annotations

import io

from rich.console import Console

from ..files.escape import one_line
from ..grading.result import ItemResult, Result
from . import sentences
from .words.screen import Screen, shows_symbols
from .words.task import Entry, Line, Section


def show(result: Result, console: Console | None = None) -> None:
    """Print it. rich honours NO_COLOR and leaves colour out where there is no terminal."""
    console = console or Console(highlight=False)
    screen, items = Screen(console, words=not shows_symbols(console)), sentences.part_by_part(result.items)
    entries = [_entry(item) for item in items]
    screen.begin(one_line(result.title), entries)
    for entry in entries:
        screen.row(entry)
    screen.say(f"\nTotal: {sentences.headline(result)}", "bold")
    for note in sentences.circumstances(result):
        screen.note(note)
    for item in filter(_says_more, items):
        lines = [Line("score", sentences.verdict(item)[2:]), *sentences.report(item, result)]
        screen.section(Section(sentences.name(item), _entry(item).state, lines))


def to_text(result: Result, *, width: int = 80, colour: bool = False) -> str:
    """The same as text, for logs and tests."""
    sink = io.StringIO()
    show(result, Console(file=sink, width=width, force_terminal=colour, no_color=not colour, highlight=False))
    return "\n".join(line.rstrip() for line in sink.getvalue().split("\n"))


def _entry(item: ItemResult) -> Entry:
    state = sentences.STATES[item.status]
    said = (one_line(item.title), one_line(item.part or item.file), state, state)
    return Entry(item.id, *said, item.score, item.points, item.bonus)


def _says_more(item: ItemResult) -> bool:
    """Whether there is more to say than the table says."""
    reached = any(check.passed is not None for check in item.checks)
    return item.status in ("failed", "rule_broken", "grader_error") or (item.status == "not_checked" and reached)
