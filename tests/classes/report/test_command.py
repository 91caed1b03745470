"""`softmark report` and `softmark compare`, from a journal to files, as somebody types them."""

from __future__ import annotations

import argparse
import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Graded
from softmark.classes.journal import Journal
from softmark.commands import compare, report
from tests.classes.report.synthetic import by_hand


def journal(out: Path, *graded: Graded) -> Path:
    with Journal.open(out, "mini") as kept:
        for one in graded:
            kept.record(one)
    return out


def softmark(*arguments: object) -> int:
    reader = argparse.ArgumentParser()
    commands = reader.add_subparsers(required=True)
    for command in (report, compare):
        command.add(commands)
    asked = reader.parse_args([str(argument) for argument in arguments])
    return int(asked.run(asked))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return journal(
        tmp_path / "out",
        by_hand("submission_1", (4, 6), name="Ada Lovelace", sid="11"),
        by_hand("submission_2", (0, 6), name="Alan Turing", sid="22"),
    )


def test_a_report_is_a_page_grades_and_cards(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("report", out) == 0
    assert "2 submissions, mean 8.00" in capsys.readouterr().out
    assert "Two tasks: class report" in (out / "report.html").read_text(encoding="utf-8")
    assert {path.name for path in (out / "grades").iterdir()} == {
        "gradescope.csv", "canvas.csv", "moodle.csv", "plain.csv", "items.csv", "unmatched.csv",
    }  # fmt: skip
    files = {path.name for path in (out / "students" / "submission_1").iterdir()}
    assert files == {"results.json", "report.md", "report.html"}
    assert not [path for path in out.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]


def test_overrides_and_a_roster_are_read(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "student,item,points,note_staff,note_student,who,when\n22,1.1,3,misprint,,Grace,2026-11-14\n11,1.1,4,,,Grace,\n"
    )
    (out / "overrides.csv").write_text(text, encoding="utf-8")
    (tmp_path / "roster.csv").write_text("name,sid\nAda,11\nAlan,22\nEve,33\n", encoding="utf-8")
    assert softmark("report", out, "--roster", tmp_path / "roster.csv", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["mean"], told["overrides"], told["not started"]) == ("9.50", 2, 1)
    assert told["overrides to check"][0].endswith("the grader gives task 1.1 4 points by itself; the line can go")
    rows = csv.DictReader((out / "grades" / "gradescope.csv").open(encoding="utf-8"))
    assert [row["Total Score"] for row in rows] == ["10", "9", ""]


def test_canvas_is_matched_by_what_it_calls_the_assignment(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = out.parent / "gradebook.csv"
    book.write_text('Student,ID,SIS User ID,HW 3 (987)\n"Lovelace, Ada",501,11,\n', encoding="utf-8")
    assert softmark("report", out, "--canvas-gradebook", book) == 2
    assert "no column for “Two tasks”" in capsys.readouterr().err and not (out / "grades").exists()
    assert softmark("report", out, "--canvas-gradebook", book, "--canvas-assignment", "hw 3") == 0
    rows = list(csv.DictReader((out / "grades" / "canvas.csv").open(encoding="utf-8")))
    assert (rows[1]["ID"], rows[1]["HW 3 (987)"]) == ("501", "10")


def test_an_anonymous_page_stands_beside_the_other(out: Path) -> None:
    assert softmark("report", out, "--anonymous") == 0
    assert {path.name for path in out.glob("*.html")} == {"report-anonymous.html"}
    assert "Lovelace" not in (out / "report-anonymous.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "file", "text", "says"),
    [
        (["--roster"], "r.csv", "colour\nred\n", "r.csv:1: none of the columns"),
        (["--canvas-gradebook"], "g.csv", "Name\nAda\n", "g.csv:1: there is no column “student”"),
        ([], "out/overrides.csv", "student,item,points,note_staff,note_student,who,when\n99,1.1,1,r,,G,\n",
         "nobody here is “99”"),
    ],
)  # fmt: skip
def test_bad_files_are_told_before_anything_is_written(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], file: str, text: str, says: str
) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert softmark("report", out, *options, *([tmp_path / file] if options else [])) == 2
    assert says in capsys.readouterr().err and not (out / "report.html").exists()


def test_no_journal_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("report", tmp_path) == 2
    assert softmark("compare", tmp_path, tmp_path) == 2
    assert capsys.readouterr().err.count("there is no journal in") == 2


def test_compare_prints_and_writes_what_changed(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = journal(tmp_path / "new", by_hand("submission_1", (4, 2), name="Ada Lovelace", autograder="b"),
                  by_hand("submission_2", (4, 6), name="Alan Turing", digest="other", autograder="b"))  # fmt: skip
    assert softmark("compare", out, new) == 0
    text = capsys.readouterr().out
    assert text.startswith("Would anyone lose points? Yes: 1 submission, at most 4 (Ada Lovelace).")
    assert "submission changed" in text and (new / "compare.csv").exists() and (new / "compare.html").exists()
    assert softmark("compare", out, new, "--json") == 0
    assert json.loads(capsys.readouterr().out)["loses"] == 1


def test_two_assignments_are_not_compared(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = by_hand("submission_1")
    journal(tmp_path / "new", replace(other, result=replace(other.result, assignment="other")))
    assert softmark("compare", out, tmp_path / "new") == 2
    assert "they cannot be compared" in capsys.readouterr().err
