"""What a student wrote is shown to staff, in a terminal, a spreadsheet or a file, and never does anything there."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pytest
from rich.console import Console

from softmark.classes.gradescope_list import ExportError, read
from softmark.classes.report import regrade
from softmark.content.course import Course
from softmark.files import tables
from softmark.files.escape import cell
from softmark.grading.result import SIZE_LIMIT, Note, Result, blank
from softmark.render.say import say, say_json
from tests.mini_course import COURSE, ROOT

ENGINE = ROOT / "autograder" / "softmark"
COMMANDS = "\x1b]52;c;ZWNobw==\x07 \x1b]0;title\x07 \x9b31m \x1bP+q\x1b\\ \u202e \r \x08"
LIST = Path("list.yml")
FORMULAS = ("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")


def test_everything_that_commands_tell_goes_through_one_function() -> None:
    rooms = [path for room in ("commands", "classes", "policy", "render") for path in (ENGINE / room).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in rooms if path.name != "say.py"}
    printing = [
        f"{path.relative_to(ENGINE)}:{node.lineno}"
        for path, text in texts.items()
        if "print(" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert printing == []


def test_a_terminal_is_shown_letters_and_line_ends_only(capsys: pytest.CaptureFixture[str]) -> None:
    say("before", COMMANDS, "after\nnext")
    say_json({"name": COMMANDS})
    shown = capsys.readouterr().out
    assert shown.startswith("before") and "after\nnext\n" in shown
    assert not any(sign in shown for sign in "\x1b\x07\x9b\x08\r\u202e")


def test_names_in_a_comparison_are_harmless_too() -> None:
    change = regrade.GradeChange(f"Ada {COMMANDS}", "", "submission_1", 1.0, 0.0, ("gone",), ())
    comparison = regrade.RegradeComparison("T", "old", "new", (change,), 0, (COMMANDS,))
    sink = io.StringIO()
    Console(file=sink, width=120, color_system=None).print(regrade.to_terminal(comparison))
    assert "Ada" in sink.getvalue()
    assert not any(sign in sink.getvalue() for sign in "\x1b\x07\x9b")


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", " =1", '"=1', "＝1", "a;-1;+2"),
        *("Ada;=cmd|' /C calc'!A0", "Ada; =1", 'Ada;"=1"'),
    ],
)
def test_no_cell_begins_like_a_formula_whichever_sign_a_spreadsheet_splits_at(text: str) -> None:
    written = tables.write(["student", "score"], [[text, 1.0]])
    for separator in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(written), delimiter=separator):
            for each in row:
                assert not each.strip(' "').startswith(FORMULAS), (row, separator)


def test_an_ordinary_name_stays_as_it_is() -> None:
    for name in ("Ada Lovelace", "Jean-Luc O'Neill; PhD", "50 % of it", "a = b"):
        assert cell(name) == name


def test_aliases_cannot_make_much_of_little() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 6)]
    with pytest.raises(ExportError, match=r"repeats itself in aliases more than 5,000,000 times"):
        read(io.BytesIO("\n".join([*lines, *(f"b{n}: *a5" for n in range(10))]).encode()), LIST)
    wide = "h: &h [" + "{score: 1}, " * 3000 + "]\n"
    wide += "".join(f"submission_{n}:\n  :history: *h\n" for n in range(2000))
    with pytest.raises(ExportError, match="repeats itself in aliases"):
        read(io.BytesIO(wide.encode()), LIST)
    with pytest.raises(ExportError, match="an alias stands inside what it repeats"):
        read(io.BytesIO(b"a: &a [*a]"), LIST)


def test_an_export_in_which_ruby_repeats_a_date_is_read() -> None:
    text = "submission_1:\n  :created_at: &1 2026-10-01 12:00:00 Z\nsubmission_2:\n  :created_at: *1\n"
    assert read(io.BytesIO(text.encode()), LIST)["submission_2"].created_at.startswith("2026-10-01")


def test_a_result_stays_a_file_that_people_can_open() -> None:
    rubric = Course.at(Path(COURSE)).rubric
    loud = blank(rubric).with_notes(*(Note("staff", "x" * 450_000) for _ in range(10)))
    for written in (loud.to_json(), loud.to_line().decode()):
        assert len(written) <= SIZE_LIMIT
        read_back = Result.from_line(written.encode())
        assert len(read_back.notes) == 10 and read_back.notes[0].text.endswith("… (cut)")
    quiet = blank(rubric).with_notes(Note("staff", "x" * 5000))
    assert Result.from_line(quiet.to_line()) == quiet
