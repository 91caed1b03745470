"""Shows the report card in a terminal. Every state has a symbol and a word; colour only repeats what they say."""

from __future__ import annotations

import io
import re
from itertools import groupby

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ..checks.points import amount
from ..files.escape import one_line
from ..grading.check_result import ItemStatus
from ..grading.result import ItemResult, Result
from . import sentences as words

_STYLES: dict[ItemStatus, str] = {
    "passed": "green",
    "failed": "red",
    "not_written": "dim",
    "rule_broken": "magenta",
    "not_checked": "yellow",
    "grader_error": "yellow",
}
_LINE_STYLES = {
    "pass": "green",
    "fail": "red",
    "open": "yellow",
    "detail": "",
    "where": "",
    "lost": "red",
    "mistake": "bold",
    "hint": "",
    "next": "cyan",
}
_ROOT = re.compile(r"√(\d+\.\d+|\w+)")
"""What stands under a root without parentheses."""
_SPELLED = {"✓": "ok", "✗": "x", "○": "-", "⊘": "#", "√": "sqrt", "·": "*", "−": "-", "…": "...", "→": "->", "≤": "<="}


def show(result: Result, console: Console | None = None) -> None:
    """Print the report card. rich honours NO_COLOR and leaves colour out where there is no terminal."""
    console = console or Console()
    console.print(card(result, encoding=console.encoding))


def to_text(result: Result, *, width: int = 80, colour: bool = False) -> str:
    """The report card as text, for logs and tests."""
    sink = io.StringIO()
    console = Console(file=sink, width=width, force_terminal=colour, no_color=not colour, highlight=False)
    console.print(card(result))
    return "\n".join(line.rstrip() for line in sink.getvalue().split("\n"))


def card(result: Result, *, encoding: str = "utf-8") -> RenderableType:
    """Everything a student reads, from the table to the one panel for each task that needs work."""
    pen = _Pen(encoding)
    parts: list[RenderableType] = [pen.text(one_line(result.title), "bold"), _table(result, pen)]
    parts.append(pen.text(f"Total: {words.headline(result)}", "bold"))
    parts += [Padding(pen.text(note), (0, 0, 0, 2)) for note in words.circumstances(result)]
    parts += [_panel(item, result, pen) for item in result.items if _needs_panel(item)]
    quiet: dict[ItemStatus, str] = {"not_written": "Not written yet", "not_checked": "Not checked"}
    for status, heading in quiet.items():
        bare = [item.id for item in result.items if item.status == status and not _needs_panel(item)]
        if bare:
            parts.append(pen.text(f"{words.SYMBOLS[status]} {heading}: {', '.join(bare)}"))
    return Group(*parts)


def _needs_panel(item: ItemResult) -> bool:
    """Whether there is more to say than the table says."""
    reached = any(check.passed is not None for check in item.checks)
    return item.status in ("failed", "rule_broken", "grader_error") or (item.status == "not_checked" and reached)


class _Pen:
    """Writes with the characters that the console has."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self.full = self._can("✓✗○⊘│─╭")
        self.box = box.SIMPLE_HEAD if self.full else box.ASCII
        self.frame = box.ROUNDED if self.full else box.ASCII

    def text(self, words: str, style: str = "") -> Text:
        """Text, not markup: brackets in it stay brackets."""
        if not self.full:
            words = _ROOT.sub(r"sqrt(\1)", words)
            for symbol, spelled in _SPELLED.items():
                words = words.replace(symbol, spelled)
        if not self._can(words):
            words = words.encode(self._encoding, "replace").decode(self._encoding)
        return Text(words, style=style)

    def _can(self, words: str) -> bool:
        try:
            words.encode(self._encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


def _table(result: Result, pen: _Pen) -> Table:
    table = Table(box=pen.box, pad_edge=False, show_edge=False)
    table.add_column("")
    table.add_column("task", no_wrap=True)
    table.add_column("", ratio=1, overflow="fold")
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("verdict", overflow="fold")
    for part, items in groupby(words.part_by_part(result.items), key=lambda item: item.part):
        if part:
            table.add_row("", "", pen.text(one_line(part), "bold"), "", "")
        for item in items:
            style = _STYLES[item.status]
            table.add_row(
                pen.text(words.SYMBOLS[item.status], style),
                pen.text(item.id),
                pen.text(one_line(item.title) + (" (bonus)" if item.bonus else "")),
                pen.text(f"{amount(item.score)} / {amount(item.points)}"),
                pen.text(words.word(item), style),
            )
    return table


def _panel(item: ItemResult, result: Result, pen: _Pen) -> Panel:
    rows: list[RenderableType] = [pen.text(words.verdict(item))]
    for line in words.report(item, result):
        text = pen.text(line.text, _LINE_STYLES[line.kind])
        rows.append(Padding(text, (0, 0, 0, 4)) if line.kind == "detail" else text)
    return Panel(Group(*rows), title=pen.text(words.name(item)), title_align="left", box=pen.frame)
