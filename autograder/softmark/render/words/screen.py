"""Shows tasks to people: as a table in colour, plainly in a log, or in words alone for a screen reader.

A state is always said in words; symbols and colours only repeat them. Where an output cannot show the symbols, words
stand for all.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Sequence
from typing import IO

from rich.console import Console
from rich.status import Status
from rich.text import Text

from ...checks.points import amount
from ...core.result import NOT_WRITTEN, PASSED, WAITING
from .grids import side_by_side
from .spoken import said
from .task import LOOK, Entry, Line, Section

STYLES = {"mistake": "bold", "rule": "bold", "wrong": "bold", "hint": "italic", "costs": "red3"}
SYMBOLS = "✓✗…◔⊘√−│─"
LABEL = len("also fails")
NARROWEST, WIDEST = 50, 96
NO_END = 10**6


def choose(plain: bool, out: IO[str] | None = None) -> Screen:
    """The screen that fits this output."""
    out = out or sys.stdout
    if hasattr(out, "reconfigure"):
        out.reconfigure(errors="replace")
    words = plain or not shows_symbols(out)
    notebook = "JPY_PARENT_PID" in os.environ or "COLAB_RELEASE_TAG" in os.environ  # no cursor to move there
    bare = False if words or notebook else None
    return Screen(Console(file=out, highlight=False, force_jupyter=False, force_terminal=bare), words)


def sayable(text: str, out: IO[str]) -> str:
    """The text in characters that the console has."""
    return text if shows_symbols(out) else said(text)


def shows_symbols(out: IO[str] | Console) -> bool:
    try:
        SYMBOLS.encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _clean(text: str) -> str:
    """What student code may have produced, without anything that moves a cursor."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text.expandtabs(4))


class Screen:
    """Rows appear as they are known; below them, on a terminal, what is being checked now."""

    def __init__(self, console: Console, words: bool) -> None:
        self._console = console
        self._words = words
        self._width = NO_END if words else max(NARROWEST, min(self._console.width, WIDEST))
        self._status: Status | None = None
        self._columns = (0, 0, 0)
        self._under = ""

    def begin(self, title: str, entries: Sequence[Entry]) -> None:
        """`entries`: all that will be in the table, for the widths of its columns."""
        ident = max(len(entry.id) for entry in entries)
        left = self._width - ident - len("  ✓       ") - len(" 5.25 / 6 bonus")
        widest = min(max(len(entry.title) for entry in entries), left * 3 // 5)
        self._columns, self._under = (ident, widest, min(left - widest, 34)), ""
        self.say(title, "bold")

    def progress(self, text: str) -> None:
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            shown = Text(_cut(_clean(text), self._width - 4), "grey50")
            self._status = self._status or self._console.status("")
            self._status.start()
            self._status.update(shown)

    def close(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def clear(self) -> None:
        self.close()
        self._console.clear()

    def row(self, entry: Entry) -> None:
        if entry.under != self._under:
            self._under = entry.under
            self.say(f"\n{entry.under}", "bold grey50")
        earned, bonus = amount(entry.earned), "bonus" if entry.bonus else ""
        if self._words:
            of = f"{earned} of {amount(entry.points)} points{bonus and ', '}{bonus}"
            self.say(f"  {entry.id} {entry.title}: {entry.words}. {of}.")
        else:
            self._row(entry, f"{earned:>5} / {amount(entry.points)} {bonus}")

    def _row(self, entry: Entry, points: str) -> None:
        symbol, style = LOOK[entry.state]
        ident, title, words = self._columns
        line = Text("  ").append(f"{symbol} ", f"bold {style}")
        weight = {PASSED: "", NOT_WRITTEN: style}.get(entry.state, "bold")
        line.append(f"{entry.id:<{ident}}  {_cut(entry.title, title):<{title}}  ", weight)
        line.append(f"{_cut(entry.words, words):<{words}}  ", style)
        line.append(points.rstrip(), "" if entry.earned else "grey50")
        self._console.print(line, soft_wrap=True)

    def section(self, section: Section) -> None:
        symbol, style = LOOK[section.state]
        if self._words:
            self.say(f"\n{section.heading}: {section.state}")
        else:
            heading = f"── {symbol} {_cut(section.heading, self._width - 8)} "
            self.say(f"\n{heading:─<{self._width}}", f"bold {style}")
        label = ""
        for line in section.lines:
            self._line(line, "" if line.label == label else line.label)
            label = line.label or label

    def say(self, text: str, style: str = "") -> None:
        for line in _clean(text).split("\n"):
            self._print("\n".join(_filled(said(line) if self._words else line, self._width)), style)

    def note(self, text: str) -> None:
        self.say(text, LOOK[WAITING][1])

    def _line(self, line: Line, label: str) -> None:
        if self._words:
            start = f"  {line.label}: " if line.label else "    "
        else:
            start = f"  {label:<{LABEL}}  "
        for text in self._texts(line, self._width - len(start)):
            self._print(start + text, STYLES.get(line.label, ""), len(start), marks=line.how == "grid")
            start = " " * len(start)

    def _texts(self, line: Line, width: int) -> list[str]:
        if line.how == "grid":  # in words, its numbers stand in the sentence before
            expected, _, yours = line.text.partition("\n")
            return [] if self._words else side_by_side(expected, yours, width)
        text = _clean(line.text if line.how in ("code", "printed") or not self._words else said(line.text))
        if line.how == "cut":
            return [_cut(text, width)]
        bar = "│ " if line.how == "printed" and not self._words else ""
        return [bar + part for each in text.split("\n") for part in _filled(each, width - len(bar))]

    def _print(self, text: str, style: str, plain: int = 0, marks: bool = False) -> None:
        """`plain`: how many characters at the beginning are no part of what is said."""
        shown = Text(text)
        shown.stylize("grey50", 0, plain)
        shown.stylize(style, plain)
        if marks:
            shown.highlight_regex(r"\[[^\]]*\]", "bold red3")
        self._console.print(shown, soft_wrap=True)


def _filled(text: str, width: int) -> list[str]:
    """The lines of a text; where the first begins with blanks, so do the others."""
    indent = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
