"""Draws tables and panels for people: with rich where it is there and the output is a terminal, plain text otherwise.

A state is always a symbol and words; colour only repeats them. On a console that cannot show a character, an ASCII
one stands for it.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any, Protocol

from ..checks.points import amount
from .tasks import Task
from .verdict import NOT_CHECKED, NOT_WRITTEN, PASSED, RULE_BROKEN, WAITING, WRONG, Cause, Row, Verdict

# state → symbol, the same in ASCII, rich style
LOOK = {
    PASSED: ("✓", "+", "green"),
    WRONG: ("✗", "x", "red"),
    NOT_WRITTEN: ("…", ".", "bright_black"),
    WAITING: ("◔", "~", "yellow"),
    RULE_BROKEN: ("⊘", "!", "magenta"),
    NOT_CHECKED: ("?", "?", "cyan"),
}
ESTIMATE = "a local estimate on public numbers; the grader runs the same checks on others"
_ASCII = {
    **{"✓": "+", "✗": "x", "…": "...", "◔": "~", "⊘": "!", "√": "sqrt", "·": "*", "−": "-", "×": "x", "∞": "inf"},
    **{"–": "-", "—": "-", "“": '"', "”": '"', "’": "'", "≤": "<=", "≥": ">=", "→": "->", "Σ": "sum", "α": "alpha"},
    **{"β": "beta", "γ": "gamma", "ε": "eps", "│": "|", "─": "-", "≈": "~", "ᵀ": "^T", "⁻": "^-", "¹": "1", "²": "2"},
}
_ROOT = re.compile(r"√(\d+\.\d+|\w+)")
"""What stands under a root without parentheses."""
_LABEL = 8
_PRINTED_LINES = 8


class Screen(Protocol):
    def begin(self, heading: str, tasks: Sequence[Task]) -> None: ...
    def progress(self, text: str) -> None: ...
    def row(self, row: Row) -> None: ...
    def finish(self, verdict: Verdict, notes: Sequence[str]) -> None: ...
    def say(self, text: str) -> None: ...
    def clear(self) -> None: ...
    def close(self) -> None: ...


def make_safe(out: IO[str]) -> None:
    """Never fail on a character that the console does not have."""
    reconfigure = getattr(out, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def speaks_unicode(out: IO[str]) -> bool:
    try:
        "".join(symbol for symbol, _, _ in LOOK.values()).encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def sayable(text: str, out: IO[str]) -> str:
    """The text in characters that the console has."""
    if speaks_unicode(out):
        return text
    text = _ROOT.sub(r"sqrt(\1)", text)
    return "".join(_ASCII.get(c, c) for c in text)


def clean(text: str) -> str:
    """One line of what student code may have produced, without anything that moves a cursor."""
    return "".join(c if c.isprintable() else " " for c in text)


# What both screens show -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Columns:
    """Widths that fit the tasks and the window."""

    ident: int
    title: int
    words: int

    @staticmethod
    def fit(tasks: Sequence[Task], width: int) -> Columns:
        ident = max((len(task.id) for task in tasks), default=3)
        points = max((len(_points(0.0, task)) for task in tasks), default=10)
        left = width - len("  ✓ ") - ident - points - 3 * len("  ")
        words = min(34, max(len(f"waiting for {'1' * ident}"), left // 2))
        title = min(max((len(task.title) for task in tasks), default=10), max(8, left - words))
        return Columns(ident, title, min(34, max(words, left - title)))

    def cells(self, row: Row) -> tuple[str, str, str, str]:
        return (
            f"{row.task.id:<{self.ident}}",
            f"{_cut(row.task.title, self.title):<{self.title}}",
            f"{_cut(row.words, self.words):<{self.words}}",
            _points(row.earned, row.task),
        )


def _points(earned: float, task: Task) -> str:
    return f"{amount(earned):>5} / {amount(task.points)}" + (" bonus" if task.bonus else "")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def total_line(verdict: Verdict) -> str:
    earned, possible = verdict.total(bonus=False)
    line = f"{amount(earned)} / {amount(possible)} points"
    extra, offered = verdict.total(bonus=True)
    line += f", bonus {amount(extra)} / {amount(offered)}" if offered else ""
    return "; ".join([f"{line} now", *later]) if (later := verdict.when_they_count()) else line


def printed_lines(text: str) -> list[str]:
    """The beginning of what the code printed, capped."""
    lines = [clean(line)[:200] for line in text.splitlines()]
    if len(lines) > _PRINTED_LINES:
        return [*lines[:_PRINTED_LINES], f"… and {len(lines) - _PRINTED_LINES} more lines"]
    return lines


# Plain text -----------------------------------------------------------------------------------------------------------


class PlainScreen:
    """For logs, pipes, notebooks and consoles without colour."""

    def __init__(self, out: IO[str], width: int | None = None) -> None:
        self._out = out
        self._width = min(width or shutil.get_terminal_size((100, 24)).columns, 100)
        self._columns = Columns(3, 20, 20)
        self._file = ""

    def say(self, text: str) -> None:
        self._out.write(sayable(text, self._out) + "\n")
        self._out.flush()

    def begin(self, heading: str, tasks: Sequence[Task]) -> None:
        self._columns, self._file = Columns.fit(tasks, self._width), ""
        self.say(heading)

    def progress(self, text: str) -> None:
        pass

    def row(self, row: Row) -> None:
        if row.task.file != self._file:
            self._file = row.task.file
            self.say(f"\n{row.task.file}")
        self.say(f"  {LOOK[row.state][0]} " + "  ".join(self._columns.cells(row)))

    def finish(self, verdict: Verdict, notes: Sequence[str]) -> None:
        self.say("\n" + self._wrapped(f"{total_line(verdict)} ({ESTIMATE})", ""))
        for cause in verdict.causes():
            self._panel(cause)
        for note in notes:
            self.say("\n" + self._wrapped(note, "  "))
        if step := verdict.next_step():
            self.say("\n" + self._wrapped(step, ""))

    def _panel(self, cause: Cause) -> None:
        self.say("\n" + self._title(cause))
        labelled = any(label for label, _ in cause.lines)
        for label, text in cause.lines:
            start = self._start(label) if labelled else "   "
            self.say(self._wrapped(clean(text), " " * len(start), start))
        for line in cause.code:
            self.say("   " + clean(line))
        if cause.printed:
            self.say("   your code printed:")
            for line in printed_lines(cause.printed):
                self.say("     " + line)

    def _start(self, label: str) -> str:
        return f"   {label:<{_LABEL}} "

    def _title(self, cause: Cause) -> str:
        heading = f"-- {LOOK[cause.state][0]} {cause.heading} "
        return heading + "-" * max(0, self._width - len(heading))

    def _wrapped(self, text: str, indent: str, first: str | None = None) -> str:
        start = indent if first is None else first
        wrapped = textwrap.wrap(
            text, self._width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False
        )
        return "\n".join(wrapped) or start.rstrip()

    def clear(self) -> None:
        self.say("")

    def close(self) -> None:
        pass


# With rich ------------------------------------------------------------------------------------------------------------


class RichScreen:
    """For a terminal: rows appear as they are known, below them what is being checked now."""

    def __init__(self, out: IO[str]) -> None:
        import rich.console
        import rich.panel
        import rich.table
        import rich.text

        self._rich = rich
        self._out = out
        self._console = rich.console.Console(file=out, highlight=False)
        self._columns = Columns(3, 20, 20)
        self._file = ""
        self._status: Any = None

    def _text(self, text: str, style: str = "") -> Any:
        return self._rich.text.Text(sayable(text, self._out), style=style)

    def _print(self, *parts: Any) -> None:
        self._console.print(*parts)

    def say(self, text: str) -> None:
        self._print(self._text(text))

    def begin(self, heading: str, tasks: Sequence[Task]) -> None:
        self._columns, self._file = Columns.fit(tasks, self._console.width), ""
        self._print(self._text(heading, "bold"))

    def progress(self, text: str) -> None:
        shown = self._text(_cut(clean(text), self._console.width - 6), "bright_black")
        if self._status is None:
            self._status = self._console.status(shown, spinner="dots" if speaks_unicode(self._out) else "line")
            self._status.start()
        else:
            self._status.update(shown)

    def close(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def row(self, row: Row) -> None:
        if row.task.file != self._file:
            self._file = row.task.file
            self._print(self._text(f"\n{row.task.file}", "bold bright_black"))
        symbol, _, style = LOOK[row.state]
        ident, title, words, points = self._columns.cells(row)
        line = self._text(f"  {symbol} ", f"bold {style}")
        line.append_text(self._text(f"{ident}  {title}  ", "" if row.state == PASSED else "bold"))
        line.append_text(self._text(f"{words}  ", style))
        line.append_text(self._text(points, "" if row.earned else "bright_black"))
        self._print(line)

    def finish(self, verdict: Verdict, notes: Sequence[str]) -> None:
        self.close()
        total = self._text(f"\n{total_line(verdict)} ", "bold")
        total.append_text(self._text(f"({ESTIMATE})", "bright_black"))
        self._print(total)
        for cause in verdict.causes():
            self._print()
            self._panel(cause)
        for note in notes:
            self._print()
            self._print(self._text(note, "yellow"))
        if step := verdict.next_step():
            self._print(self._text("\n" + step, "bold"))

    def _panel(self, cause: Cause) -> None:
        symbol, _, style = LOOK[cause.state]
        grid = self._rich.table.Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(style="bright_black", no_wrap=True)
        grid.add_column(overflow="fold", ratio=1)
        labelled = any(label for label, _ in cause.lines)
        for label, text in cause.lines:
            strong = {"mistake": "bold", "hint": "italic", "rule": "bold"}.get(label, "")
            if labelled:
                grid.add_row(f"{label:<{_LABEL}}", self._text(clean(text), strong))
            else:
                grid.add_row("", self._text(clean(text)))
        for line in cause.code:
            grid.add_row("", self._text(clean(line), "bold"))
        if cause.printed:
            grid.add_row("printed", self._text("\n".join(printed_lines(cause.printed)), "bright_black"))
        heading = self._text(f"{symbol} {cause.heading}", f"bold {style}")
        width = min(self._console.width, 100)
        self._print(self._rich.panel.Panel(grid, title=heading, title_align="left", border_style=style, width=width))

    def clear(self) -> None:
        self.close()
        self._console.clear()


class Later:
    """Keeps what a round shows until it is complete, so that the table before it stays on the screen so long."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._kept: list[Callable[[], None]] = []

    def begin(self, heading: str, tasks: Sequence[Task]) -> None:
        self._kept.append(lambda: self._screen.begin(heading, tasks))

    def row(self, row: Row) -> None:
        self._kept.append(lambda: self._screen.row(row))

    def finish(self, verdict: Verdict, notes: Sequence[str]) -> None:
        self._kept.append(lambda: self._screen.finish(verdict, notes))

    def say(self, text: str) -> None:
        self._kept.append(lambda: self._screen.say(text))

    def progress(self, text: str) -> None:
        self._screen.progress(text)

    def clear(self) -> None:
        self._kept.clear()

    def close(self) -> None:
        self._screen.close()

    def show(self) -> None:
        self._screen.clear()
        for act in self._kept:
            act()


class NoScreen:
    """For --json: nobody looks."""

    def begin(self, heading: str, tasks: Sequence[Task]) -> None: ...
    def progress(self, text: str) -> None: ...
    def row(self, row: Row) -> None: ...
    def finish(self, verdict: Verdict, notes: Sequence[str]) -> None: ...
    def say(self, text: str) -> None: ...
    def clear(self) -> None: ...
    def close(self) -> None: ...


def task_list(tasks: Iterable[Task]) -> str:
    """What --list prints."""
    lines, file = [], ""
    for task in tasks:
        if task.file != file:
            file = task.file
            lines.append(f"\n{file}")
        points = f"{amount(task.points)}{' bonus' if task.bonus else ''}"
        lines.append(f"  {task.id:<5} {task.title:<32} {points:>8}  {', '.join(task.names)}")
    return "\n".join(lines)
