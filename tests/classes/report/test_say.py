"""What a student wrote is shown to staff, in a terminal, a spreadsheet or a file, and never does anything there."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from softmark.classes.gradescope_list import ExportError, read
from softmark.classes.journal import Journal
from softmark.commands import cli
from softmark.content.course import Course
from softmark.files import tables
from softmark.files.escape import cell
from softmark.grading.result import SIZE_LIMIT, Note, Result, blank
from softmark.render.say import say, say_json
from tests.classes.report.synthetic import by_hand
from tests.mini_course import COURSE

COMMANDS = "\x1b]52;c;ZWNobw==\x07 \x1b]0;title\x07 \x9b31m \x1bP+q\x1b\\ \u202e \r \x08"
CONTROLS = "\x1b\x07\x9b\x08\r\u202e"
LIST = Path("list.yml")
FORMULAS = ("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")


def test_a_terminal_is_shown_letters_and_line_ends_only(capsys: pytest.CaptureFixture[str]) -> None:
    say("before", COMMANDS, "after\nnext")
    say_json({"name": COMMANDS})
    shown = capsys.readouterr().out
    assert shown.startswith("before") and "after\nnext\n" in shown
    assert not any(sign in shown for sign in CONTROLS)


def graded(out: Path, score: float) -> Path:
    """A class of one, whose name is an order to a terminal."""
    with Journal.open(out, "mini") as journal:
        journal.record(by_hand("submission_1", (score, 6), name=f"Ada {COMMANDS}"))
    return out


def test_a_name_in_a_comparison_moves_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", str(graded(tmp_path / "old", 4)), str(graded(tmp_path / "new", 0))]) == 0
    shown = "".join(capsys.readouterr())
    assert "Ada" in shown and not any(sign in shown for sign in CONTROLS)


def test_nor_does_a_name_in_a_complaint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = graded(tmp_path / "out", 4)
    head, whom = "student,item,points,note_staff,note_student,who,when", COMMANDS.replace("\r", "")
    (out / "overrides.csv").write_text(f"{head}\nEve {whom},1.1,1,r,,G,\n", encoding="utf-8")
    assert cli.main(["report", str(out), "--course", str(COURSE)]) == 2
    shown = "".join(capsys.readouterr())
    assert "nobody here is “Eve" in shown and not any(sign in shown for sign in CONTROLS)


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
