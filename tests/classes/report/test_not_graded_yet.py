"""A report on a batch that runs, or was stopped: whoever handed in and is not graded yet is never told as missing."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.classes.report import on_one_screen, write
from softmark.classes.report.override_table import COLUMNS
from softmark.files.tables import TableError
from softmark.grading.result import Result
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_command import softmark

ADA = by_hand("submission_1", (4, 6), name="Ada Lovelace", sid="11", section="A")
ALAN = by_hand("submission_2", (0, 6), name="Alan Turing", sid="22", section="B")
PAIR = Entry("submission_3", (Person("Grace Hopper", "g@x.org", "33", "A"), Person("Karen Jones", sid="44")), Path("3"))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Ada is graded; Alan, and Grace with Karen, handed in and wait; Eve handed in nothing."""
    with Journal.open(tmp_path / "out", "mini") as journal:
        journal.enlist([ADA.entry, ALAN.entry, PAIR])
        journal.record(ADA)
    (tmp_path / "roster.csv").write_text("name,sid\nAda,11\nAlan,22\nGrace,33\nKaren,44\nEve,55\n", encoding="utf-8")
    return tmp_path / "out"


def finish(out: Path) -> None:
    with Journal.open(out, "mini") as journal:
        journal.record(ALAN)
        journal.record(replace(ALAN, entry=PAIR))


def blank_of(one: Graded) -> Result:
    """A grade in which nothing was earned."""
    return replace(one.result, items=tuple(replace(item, score=0.0) for item in one.result.items))


def report(out: Path, *options: str) -> int:
    return softmark("report", out, "--roster", out.parent / "roster.csv", *options)


def test_no_grade_files_while_somebody_is_not_graded_yet(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(out) == 1
    said = capsys.readouterr().out
    assert "2 handed in, not graded yet, so no grade files are written: finish the batch and report again" in said
    assert "not started, of those on the roster: 1\n" in said
    assert not (out / "grades").exists() and (out / "report.html").exists()
    finish(out)
    assert report(out) == 0 and "not graded yet" not in capsys.readouterr().out


def test_where_the_grader_failed_nobody_gets_a_zero(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finish(out)
    with Journal.open(out, "mini") as journal:
        journal.record(replace(ALAN, result=replace(blank_of(ALAN), status="grader_error")))
    assert report(out) == 1
    assert "the grader failed on 1 of 3, so no grade files are written: run the batch again" in capsys.readouterr().out
    assert not (out / "grades").exists()
    assert report(out, "--anyway") == 0
    with (out / "grades" / "gradescope.csv").open(encoding="utf-8") as stream:
        rows = {row["SID"]: (row["Total Score"], row["Status"]) for row in csv.DictReader(stream)}
    assert rows["22"] == ("", "Ungraded") and rows["11"][1] == "Graded"
    row = "22,1.1,4,by hand,by hand,Kim,2026-11-16"
    (out / "overrides.csv").write_text(f"{','.join(COLUMNS)}\n{row}\n", encoding="utf-8")
    assert report(out) == 0, "staff gave a grade in its place"


def test_an_upload_that_cannot_be_read_is_no_fault_of_the_graders(out: Path) -> None:
    finish(out)
    with Journal.open(out, "mini") as journal:
        journal.record(replace(ALAN, result=replace(blank_of(ALAN), status="refused")))
    assert report(out) == 0


def test_grade_files_of_an_earlier_report_do_not_stay(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finish(out)
    assert report(out) == 0
    with Journal.open(out, "mini") as journal:
        journal.enlist([ADA.entry, ALAN.entry, PAIR, replace(ADA.entry, id="submission_4", people=(Person("Eve"),))])
    capsys.readouterr()
    assert report(out, "--json") == 1
    held, gone = json.loads(capsys.readouterr().out)["no grades"]
    assert held.startswith("1 handed in, not graded yet")
    assert gone == f"the grade files of an earlier report were removed from {out / 'grades'}"
    assert not list((out / "grades").iterdir())


def test_whoever_handed_in_again_waits_for_the_new_grade(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finish(out)
    later = replace(ADA.entry, created_at="2026-11-15T04:00:00+00:00")
    with Journal.open(out, "mini") as journal:
        journal.enlist([later, ALAN.entry, PAIR])
        assert [one.entry.id for one in journal.graded()] == ["submission_2", "submission_3"]
    assert report(out) == 1
    assert "1 handed in, not graded yet" in capsys.readouterr().out


def test_the_page_says_how_many_and_who(out: Path) -> None:
    report(out)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert (
        "<strong>2 handed in, not graded yet (in the whole class).</strong> No number on this page counts them." in page
    )
    waiting = page.partition('id="waiting"')[2].partition("</section>")[0]
    assert all(name in waiting for name in ("Alan Turing", "Grace Hopper", "Karen Jones")) and "Eve" not in waiting
    absent = page.partition('id="roster"')[2].partition("</section>")[0]
    assert "Eve" in absent and "Alan" not in absent and "Grace" not in absent
    report(out, "--anonymous")
    veiled = (out / "report-anonymous.html").read_text(encoding="utf-8")
    assert "2 handed in, not graded yet" in veiled and "Turing" not in veiled
    report(out, "--section", "B")
    assert "1 handed in, not graded yet.<" in (out / "report-section-B.html").read_text(encoding="utf-8")


def test_with_anyway_their_grades_are_empty_and_nobody_is_missing(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out.parent / "book.csv").write_text(
        "Student,ID,SIS User ID,Two tasks (9)\nAda,501,11,\nAlan,502,22,\nEve,505,55,\n", encoding="utf-8"
    )
    assert report(out, "--anyway", "--canvas-gradebook", str(out.parent / "book.csv")) == 0
    said = capsys.readouterr().out
    assert "2 handed in, not graded yet: their grades are empty in the grade files" in said
    files = {path.stem: list(csv.DictReader(path.open(encoding="utf-8"))) for path in (out / "grades").iterdir()}
    assert [(row["SID"], row["Total Score"], row["Status"], row["Submission ID"]) for row in files["gradescope"]] == [
        ("11", "10", "Graded", "1"),
        ("22", "", "Ungraded", "2"),
        ("33", "", "Ungraded", "3"),
        ("44", "", "Ungraded", "3"),
        ("55", "", "Missing", ""),
    ]
    assert [(row["SID"], row["Score"], row["Handed In"]) for row in files["plain"]] == [
        ("11", "10", ""), ("22", "", "not graded yet"), ("33", "", "not graded yet"), ("44", "", "not graded yet"),
        ("55", "", ""),
    ]  # fmt: skip
    assert [row["Student"] for row in files["canvas"]] == ["Points Possible", "Ada"]  # an import leaves others alone
    assert [row["ID number"] for row in files["moodle"]] == ["11"]
    why = {row["SID"]: row["Why"] for row in files["unmatched"]}
    assert (why["22"], why["33"], why["44"]) == ("handed in, not graded yet",) * 3
    assert why["55"] == "on the roster, handed in nothing"


def test_an_earlier_submission_is_no_grade_while_the_later_waits(tmp_path: Path) -> None:
    first = by_hand("submission_1", sid="11", created_at="2026-11-01T10:00:00+00:00")
    later = replace(first.entry, id="submission_9", created_at="2026-11-02T10:00:00+00:00")
    with Journal.open(tmp_path, "mini") as journal:
        journal.enlist([first.entry, later])
        journal.record(first)
    assert softmark("report", tmp_path, "--anyway") == 0
    rows = list(csv.DictReader((tmp_path / "grades" / "gradescope.csv").open(encoding="utf-8")))
    assert [(row["Submission ID"], row["Total Score"], row["Status"]) for row in rows] == [("9", "", "Ungraded")]


def test_an_override_for_somebody_who_waits_is_kept_for_later(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "student,item,points,note_staff,note_student,who,when\n22,1.1,3,misprint,,Grace,\n"
    (out / "overrides.csv").write_text(lines, encoding="utf-8")
    assert report(out) == 1
    assert "overrides.csv:2: 22: handed in, not graded yet; not applied until it is" in capsys.readouterr().out
    finish(out)
    assert report(out) == 0 and "overrides applied: 1" in capsys.readouterr().out


def test_explain_says_that_there_is_no_grade_yet(out: Path) -> None:
    for word in ("22", "submission_2", "turing"):
        with pytest.raises(TableError, match="handed in and is not graded yet: let `softmark batch` finish first"):
            on_one_screen.found(write.read(out), word)


def test_before_the_first_grade_the_report_says_how_many_handed_in(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(out, "mini") as journal:
        journal.enlist([ALAN.entry, PAIR])
    assert report(out) == 2
    assert f"2 handed in, none graded yet in {out}: let `softmark batch` finish first" in capsys.readouterr().err
