"""A report on a batch that runs, or was stopped: whoever handed in and is not graded yet is never told as missing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.journal import Journal
from softmark.classes.records import Entry, Person
from tests.report.synthetic import by_hand
from tests.report.test_command import softmark

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


def report(out: Path, *options: str) -> int:
    return softmark("report", out, "--roster", out.parent / "roster.csv", *options)


def test_no_grade_files_while_somebody_is_not_graded_yet(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(out) == 1
    said = capsys.readouterr().out
    assert "2 handed in, not graded yet, so no grade files are written: let `softmark batch` finish" in said
    assert "not started, of those on the roster: 1\n" in said
    assert not (out / "grades").exists() and (out / "report.html").exists()
    finish(out)
    assert report(out) == 0 and "not graded yet" not in capsys.readouterr().out


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
