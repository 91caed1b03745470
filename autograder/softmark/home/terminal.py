"""Shows a report to people as it grows: as a table in colour, plainly in a log, or in words alone for a screen reader.

A state is always said in words; symbols and colours only repeat them. Where an output cannot show the symbols, words
stand for all.
"""

from __future__ import annotations

import os
import sys
import textwrap
from typing import IO

from rich.console import Console
from rich.status import Status
from rich.text import Text

from ..checks.points import amount
from ..core.assignment import Task
from ..core.result import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG
from .grids import side_by_side
from .report import ESTIMATE, Line, Report, Section
from .spoken import said

LOOK = {
    PASSED: ("✓", "green4"),
    WRONG: ("✗", "red3"),
    NOT_WRITTEN: ("…", "grey50"),
    WAITING: ("◔", "dark_orange3"),
    RULE_BROKEN: ("⊘", "magenta3"),
    NOT_CHECKED: ("?", "deep_sky_blue4"),
}
"""The colours can be read on a light background and on a dark one."""
STYLES = {"mistake": "bold", "rule": "bold", "wrong": "bold", "hint": "italic", "costs": "red3"}
SYMBOLS = "✓✗…◔⊘√−│─"
LABEL = max(map(len, ("mistake", "also fails")))
NARROWEST, WIDEST = 50, 96
NO_END = 10**6


def choose(plain: bool, out: IO[str] | None = None) -> Screen:
    """The screen that fits this output."""
    out = out or sys.stdout
    make_safe(out)
    return Screen(out, words=plain or not _shows_symbols(out))


def make_safe(out: IO[str]) -> None:
    """Never fail on a character that the console does not have."""
    if hasattr(out, "reconfigure"):
        out.reconfigure(errors="replace")


def sayable(text: str, out: IO[str]) -> str:
    """The text in characters that the console has."""
    return text if _shows_symbols(out) else said(text)


def _shows_symbols(out: IO[str]) -> bool:
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

    def __init__(self, out: IO[str], words: bool) -> None:
        notebook = "JPY_PARENT_PID" in os.environ or "COLAB_RELEASE_TAG" in os.environ  # no cursor to move there
        bare = False if words or notebook else None
        self._console = Console(file=out, highlight=False, force_jupyter=False, force_terminal=bare)
        self._words = words
        self._width = NO_END if words else max(NARROWEST, min(self._console.width, WIDEST))
        self._status: Status | None = None
        self._file = ""

    # While it checks --------------------------------------------------------------------------------------------------

    def begin(self, report: Report) -> None:
        self._file = ""
        self.say(report.assignment.title, "bold")

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

    def row(self, report: Report, task: Task) -> None:
        if task.file != self._file:
            self._file = task.file
            self.say(f"\n{task.file}", "bold grey50")
        earned, bonus = amount(report.earned(task)), "bonus" if task.bonus else ""
        if self._words:
            of = f"{earned} of {amount(task.points)} points{bonus and ', '}{bonus}"
            self.say(f"  {task.id} {task.title}: {report.words(task)}. {of}.")
        else:
            self._row(report, task, f"{earned:>5} / {amount(task.points)} {bonus}")

    def _row(self, report: Report, task: Task, points: str) -> None:
        symbol, style = LOOK[report.state(task)]
        ident, title, words = _columns(report, self._width)
        line = Text("  ").append(f"{symbol} ", f"bold {style}")
        weight = {"✓": "", "…": style}.get(symbol, "bold")
        line.append(f"{task.id:<{ident}}  {_cut(task.title, title):<{title}}  ", weight)
        line.append(f"{_cut(report.words(task), words):<{words}}  ", style)
        line.append(points.rstrip(), "" if report.earned(task) else "grey50")
        self._console.print(line, soft_wrap=True)

    # At the end -------------------------------------------------------------------------------------------------------

    def whole(self, report: Report, ending: str) -> None:
        """The table, and what comes after it."""
        self.table(report)
        self.finish(report, ending)

    def table(self, report: Report) -> None:
        self.begin(report)
        for task in report.tasks:
            self.row(report, task)

    def finish(self, report: Report, ending: str = "") -> None:
        self.close()
        self.say(f"\n{report.headline()} ({ESTIMATE})")
        for section in report.sections():
            self._section(section)
        for note in (*report.remarks(), *report.notes):
            self.say(f"\n{note}", LOOK[WAITING][1])
        self.say(f"\n{ending or report.ending()}", "bold")

    def clear(self) -> None:
        self.close()
        self._console.clear()

    def say(self, text: str, style: str = "") -> None:
        for line in _clean(text).split("\n"):
            self._print(self._wrapped(said(line) if self._words else line), style)

    def _section(self, section: Section) -> None:
        symbol, style = LOOK[section.state]
        if self._words:
            self.say(f"\n{section.heading}: {section.state}")
        else:
            heading = f"── {symbol} {_cut(section.heading, self._width - 8)} "
            self.say(f"\n{heading:─<{self._width}}", f"bold {style}")
        label = ""
        for line in section.lines:
            if line.text.strip():
                self._line(line, "" if line.label == label else line.label)
                label = line.label or label

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

    def _wrapped(self, text: str) -> str:
        return "\n".join(_filled(text, self._width))

    def _print(self, text: str, style: str, plain: int = 0, marks: bool = False) -> None:
        """`plain`: how many characters at the beginning are no part of what is said."""
        shown = Text(text)
        shown.stylize("grey50", 0, plain)
        shown.stylize(style, plain)
        if marks:
            shown.highlight_regex(r"\[[^\]]*\]", "bold red3")
        self._console.print(shown, soft_wrap=True)


def _columns(report: Report, width: int) -> tuple[int, int, int]:
    """The widths of a row's first three columns, the same in all rows."""
    ident = max(len(task.id) for task in report.tasks)
    left = width - ident - len("  ✓       ") - len(" 5.25 / 6 bonus")
    title = min(max(len(task.title) for task in report.tasks), left * 3 // 5)
    return ident, title, min(left - title, 34)


def _filled(text: str, width: int) -> list[str]:
    """The lines of a text; where the first begins with blanks, so do the others."""
    indent = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
