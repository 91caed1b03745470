"""The screen fits the output that it gets: narrow, in colour, without symbols, or in words."""

import io

import pytest

from softmark.core.assignment import Assignment, Task
from softmark.core.result import PASSED, WRONG, Row, Shown
from softmark.home.report import Report, finish, show_table
from softmark.render.words import screen as screens

TASK = Task("1.1", "The mean of a long row of numbers", 2.0, True, "stats.py", ("mean",), (), (), (), False)
ASSIGNMENT = Assignment("mini", "Mini", "torch", ("stats.py",), (), (), "name", False, (TASK,), {})
TOLD = {
    "called": "mean(x=1)",
    "needs": "from stats import mean",
    "expected": "[[1, 2]]",
    "yours": "[[1, 3]]",
    "printed": "a\tb\x07\n",
}
CHECK = Shown("a", "√2 is not \x1b[31mred.", False, "values", "the result is 3 − 1", None, TOLD)


def screen(out, columns, monkeypatch, plain=False, state=WRONG):
    monkeypatch.setenv("COLUMNS", str(columns))
    report = Report(ASSIGNMENT, [TASK], {"1.1": Row("1.1", 2.0, 0.5, state, checks=(CHECK,))}, {}, ["A note."], {})
    shown = screens.choose(plain, out)
    shown.progress("checking 1.1")
    show_table(report, shown)
    finish(report, shown)
    shown.close()
    return out


def written(encoding, *how, **more):
    out = screen(io.TextIOWrapper(io.BytesIO(), encoding=encoding), *how, **more)
    out.seek(0)
    return out.read()


@pytest.mark.parametrize("columns", [1, 40, 50, 80, 200])
def test_whatever_the_width(columns, monkeypatch):
    text = written("utf-8", columns, monkeypatch)
    assert max(map(len, text.splitlines())) <= max(50, min(columns, 96))
    assert "│ a   b" in text


def test_nothing_that_code_says_moves_the_cursor(monkeypatch):
    assert "\x1b" not in written("utf-8", 80, monkeypatch)


def test_wrong_numbers_are_marked(monkeypatch):
    assert " 1  2       1 [3]" in written("utf-8", 80, monkeypatch)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_console_without_symbols_reads_words(encoding, monkeypatch):
    text = written(encoding, 80, monkeypatch)
    assert "the square root of 2 is not" in text
    assert "1.1 The mean of a long row of numbers: wrong. 0.5 of 2 points, bonus." in text
    assert "?" not in text


def test_words_alone(monkeypatch):
    assert "result is 3 minus 1" in written("utf-8", 80, monkeypatch, plain=True)


class OfATerminal(io.TextIOWrapper):
    def isatty(self):
        return True


def test_a_terminal_has_colours(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("JPY_PARENT_PID", raising=False)
    out = screen(OfATerminal(io.BytesIO(), encoding="utf-8"), 80, monkeypatch, state=PASSED)
    out.seek(0)
    assert "\x1b[1;38;5;28m✓" in out.read()
