"""What a report was given once counts for the next ones, and it says so: roster, gradebook, names in Canvas."""

from __future__ import annotations

import csv
import json
import re
from datetime import date
from pathlib import Path

import pytest

from softmark.classes.report import given
from softmark.classes.report.given import ReportInputs
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_command import journal, softmark

BOOK = 'Student,ID,SIS User ID,HW 3 (987)\n    Points Possible,,,10\n"Lovelace, Ada",501,11,\n"Turing, Alan",502,22,\n'
ROSTER = "name,sid,section\nAda Lovelace,11,A\nAlan Turing,22,B\nEve Absent,33,A\n"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A class with a report that was given everything; the files are gone since."""
    made = journal(
        tmp_path / "out",
        by_hand("submission_1", (4, 6), name="Ada Lovelace", sid="11"),
        by_hand("submission_2", (0, 6), name="Alan Turing", sid="22"),
    )
    roster, book = tmp_path / "roster.csv", tmp_path / "gradebook.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    book.write_text(BOOK, encoding="utf-8")
    options = ("--roster", roster, "--canvas-gradebook", book, "--canvas-assignment", "HW 3")
    assert softmark("report", made, *options) == 0
    roster.unlink()
    book.unlink()
    return made


def rows(out: Path, name: str) -> list[dict[str, str]]:
    with (out / "grades" / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_a_report_after_an_override_still_knows_roster_and_gradebook(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    line = "student,item,points,note_staff,note_student,who,when\n22,1.1,3,,,Sam,\n"
    (out / "overrides.csv").write_text(line, encoding="utf-8")
    assert softmark("report", out) == 0
    assert [(row["ID"], row["HW 3 (987)"]) for row in rows(out, "canvas.csv")] == [
        ("", "10"), ("501", "10"), ("502", "9"),
    ]  # fmt: skip
    assert [row["Status"] for row in rows(out, "gradescope.csv")] == ["Graded", "Graded", "Missing"]
    said = re.sub(r"given on \d+ \w+ \d{4}", "given on DAY", capsys.readouterr().out).splitlines()
    assert said[1:4] == [
        "roster: roster.csv, 3 students, given on DAY; to leave it out: --forget roster (with make: FORGET=roster)",
        "gradebook: gradebook.csv, 2 students, “HW 3 (987)”, given on DAY; to leave it out: --forget gradebook "
        "(with make: FORGET=gradebook)",
        "not started, of those on the roster: 1",
    ]


def test_the_first_report_says_that_it_keeps_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = journal(tmp_path / "out", by_hand("submission_1", sid="11"))
    (tmp_path / "roster.csv").write_text(ROSTER, encoding="utf-8")
    assert softmark("report", out, "--roster", tmp_path / "roster.csv", "--section", "A") == 0
    kept = f"kept in {out / 'given.json'} for the next reports, until --forget roster (with make: FORGET=roster)"
    assert f"roster: roster.csv, 3 students; {kept}" in capsys.readouterr().out
    assert (out / "given.json").stat().st_mode & 0o077 == 0
    assert softmark("report", out, "--json") == 0  # the section was for that run alone
    told = json.loads(capsys.readouterr().out)
    assert told["page"].endswith("report.html") and told["not started"] == 2 and "3 students" in told["inputs"][0]


def test_what_is_given_again_takes_its_place(out: Path, tmp_path: Path) -> None:
    (tmp_path / "newer.csv").write_text(ROSTER + "Zoe Late,44,B\n", encoding="utf-8")
    (tmp_path / "export.csv").write_text(BOOK.replace("502", "777"), encoding="utf-8")
    newer = ("--roster", tmp_path / "newer.csv", "--canvas-gradebook", tmp_path / "export.csv")
    assert softmark("report", out, *newer) == 0  # what Canvas calls it is still known
    assert softmark("report", out) == 0
    assert [row["ID"] for row in rows(out, "canvas.csv")] == ["", "501", "777"]
    assert rows(out, "gradescope.csv")[-1]["Last Name"] == "Late"


def test_it_is_forgotten_on_request(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert softmark("report", out, "--forget", "roster") == 0
    assert "roster: forgotten; it was roster.csv, given on " in capsys.readouterr().out
    assert softmark("report", out) == 0
    assert "roster" not in capsys.readouterr().out and len(rows(out, "gradescope.csv")) == 2
    assert rows(out, "canvas.csv")[1]["ID"] == "501"
    assert softmark("report", out, "--forget", "all") == 0
    assert not (out / "given.json").exists() and rows(out, "canvas.csv")[1]["ID"] == ""


def test_a_bad_file_is_told_and_what_was_kept_stays(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (out / "given.json").read_text(encoding="utf-8")
    (tmp_path / "bad.csv").write_text("colour\nred\n", encoding="utf-8")
    assert softmark("report", out, "--roster", tmp_path / "bad.csv") == 2
    assert f"{tmp_path / 'bad.csv'}:1: none of the columns" in capsys.readouterr().err
    assert (out / "given.json").read_text(encoding="utf-8") == before


def test_a_mistake_in_what_is_kept_names_its_place(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("report", out, "--canvas-assignment", "HW 4") == 2
    assert f"{out / 'given.json'} (gradebook.csv):1: no column for “HW 4”" in capsys.readouterr().err
    (out / "given.json").write_text('{"format": 1, "given": {"roster": []}}', encoding="utf-8")
    assert softmark("report", out) == 2
    said = capsys.readouterr().err
    assert said == f"{out / 'given.json'}: cannot be read: delete it, and give roster and gradebook once more\n"


def test_a_name_in_canvas_needs_its_gradebook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = journal(tmp_path / "out", by_hand("submission_1"))
    assert softmark("report", out, "--canvas-assignment", "HW 3") == 2
    assert "give that with --canvas-gradebook" in capsys.readouterr().err


def test_marks_of_sheets_stay_in_canvas_until_they_are_forgotten(tmp_path: Path) -> None:
    first = given.gathered(tmp_path, ReportInputs(questions="Talk"), date(2026, 11, 3))
    first.keep()
    assert "kept in" in first.said(given.QUESTIONS, "Canvas's assignment “Talk”")
    again = given.gathered(tmp_path, ReportInputs(), date(2026, 11, 20))
    assert again.word(given.QUESTIONS) == "Talk"
    assert again.said(given.QUESTIONS, "Canvas's assignment “Talk”").startswith(
        "questions: Canvas's assignment “Talk”, given on 3 November 2026; to leave it out: --forget questions"
    )
    given.gathered(tmp_path, ReportInputs(forget=["questions"]), date(2026, 11, 21)).keep()
    assert not (tmp_path / "given.json").exists()


def test_the_command_forgets_every_kind() -> None:
    from softmark.commands.report import FORGETTABLE

    assert (*given.KINDS, given.ALL) == FORGETTABLE
