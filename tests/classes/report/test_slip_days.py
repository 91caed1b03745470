"""Slip days for a whole term: what is left counts, what an assignment took is written back."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Graded, Person
from softmark.classes.journal import Journal
from softmark.classes.report import checklist
from tests.classes.report.synthetic import by_hand
from tests.classes.report.test_checklist import AFTER
from tests.classes.report.test_command import softmark
from tests.policy.term import rubric

DUE = "2026-11-14T23:59:00+00:00"
RULES = rubric("late: {per: day, percent: 10}\n")


def student(number: int, name: str, at: str, *more: Person) -> Graded:
    """Ten points, handed in on that day of November at 20:00."""
    one = by_hand(f"submission_{number}", (4, 6), name=name, sid=str(number))
    entry = replace(one.entry, people=(*one.entry.people, *more), created_at=f"2026-11-{at}T20:00:00+00:00", due=DUE)
    return replace(one, entry=entry, autograder="v1", finished_at="2026-11-20T08:00:00+00:00")


ADA = student(11, "Ada Lovelace", "14")
ALAN = student(22, "Alan Turing", "16")
GRACE = student(33, "Grace Hopper", "18", Person("Eve", sid="44"))
TERM = "student,days,hw1\n11,4,1\n22,4,1\n33,3,2\n44,3,\n99,4,\n"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Ada is in time, Alan two days late, Grace and Eve, a group, four."""
    return graded(tmp_path / "out", ADA, ALAN, GRACE)


def graded(out: Path, *class_: Graded) -> Path:
    with Journal.open(out, "mini") as journal:
        journal.enlist([one.entry for one in class_], RULES)
        for one in class_:
            journal.record(one)
    return out


def slip(out: Path, text: str | None, *options: str, code: int = 0) -> list[dict[str, str]]:
    """The term's file afterwards."""
    path = out.parent / "term.csv"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert softmark("slip", out, path, *options) == code
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))) if path.exists() else []


def scores(out: Path) -> dict[str, str]:
    assert softmark("report", out) == 0
    with (out / "grades" / "plain.csv").open(encoding="utf-8", newline="") as stream:
        return {row["SID"]: row["Score"] for row in csv.DictReader(stream)}


def test_what_is_left_covers_late_days_and_is_written_back(out: Path) -> None:
    assert scores(out) == {"11": "10", "22": "8", "33": "6", "44": "6"}
    rows = slip(out, TERM)
    assert {row["student"]: (row["hw1"], row["mini"]) for row in rows} == {
        "11": ("1", ""), "22": ("1", "2"), "33": ("2", "1"), "44": ("", "3"), "99": ("", ""),
    }  # fmt: skip
    assert scores(out) == {"11": "10", "22": "10", "33": "9", "44": "9"}, "the group goes by the most that one has"


def test_doing_it_again_counts_nothing_twice(out: Path) -> None:
    first = slip(out, TERM)
    assert slip(out, None) == first and scores(out)["22"] == "10"


def test_one_late_day_more_than_there_are_days_is_charged(out: Path) -> None:
    slip(out, "student,days,hw1\n22,2,1\n")
    assert scores(out)["22"] == "9", "one of two late days is covered"


def test_a_student_reads_how_many_days_it_took(out: Path) -> None:
    slip(out, "student,days\n22,4\n")
    scores(out)
    card = (out / "students" / "submission_22" / "report.md").read_text(encoding="utf-8")
    assert "covered by 2 slip days, no deduction" in card


def test_the_file_is_begun_with_a_line_for_everybody(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slip(out, None, code=2)
    assert "give --each 4 to start it with four days for everybody" in capsys.readouterr().err
    rows = slip(out, None, "--each", "3")
    assert {row["student"]: (row["days"], row["mini"]) for row in rows} == {
        "11": ("3", ""), "22": ("3", "2"), "33": ("3", "3"), "44": ("3", "3"),
    }  # fmt: skip
    assert "22: 2 days" in capsys.readouterr().out


def test_whoever_has_no_line_has_no_days_and_is_named(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slip(out, "student,days\n11,4\n33,4\n44,4\n")
    assert "so no slip days: Alan Turing" in capsys.readouterr().out
    assert scores(out)["22"] == "8"


def test_waived_and_excused_lateness_takes_no_days(out: Path) -> None:
    lines = ["student,item,points,note_staff,note_student,who,when", "22,late,,,,Sam,", "33,total,excuse,,,Sam,"]
    (out / "overrides.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert {row["student"]: row["mini"] for row in slip(out, "student,days\n22,4\n33,4\n44,4\n")} == {
        "22": "", "33": "", "44": "4",
    }  # fmt: skip


def test_the_checklist_says_when_days_must_be_counted_again(out: Path) -> None:
    def step() -> Sequence[str]:
        found = {each.name: (each.state, each.says) for each in checklist.steps(out, None, AFTER)}
        return found["slip days"]

    slip(out, TERM)
    assert step() == ("done", "3 spent 6 of them, as written down")
    (out / "extensions.csv").write_text("student,until\n22,2026-11-15 23:59 +00:00\n", encoding="utf-8")
    assert step() == ("open", "not what was written down last: 22")
    slip(out, None)
    assert step() == ("done", "3 spent 5 of them, as written down")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("student,hw1\n11,1\n", "there is no column “days”"),
        ("student,days\n11,some\n", "days must be a whole number of days, not “some”"),
        ("student,days,hw1\n11,4,-1\n", "hw1 must be a whole number of days, not “-1”"),
        ("student,days\n,4\n", "student is empty"),
        ("student,days\n11,4\nAda Lovelace,4\n", "“Ada Lovelace” has two lines: keep one of them"),
    ],
)
def test_a_file_that_cannot_be_meant_is_told_and_nothing_is_written(
    out: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    slip(out, text, code=2)
    assert said in capsys.readouterr().err
    assert (out.parent / "term.csv").read_text(encoding="utf-8") == text and not (out / "slip_days.csv").exists()
