"""A late policy that is changed after a class was graded: the next report applies it and says so."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from tests.classes.report.test_command import softmark
from tests.policy.term import DUE, RUBRIC, earned, rubric

TEN, HALF = "late: {per: day, percent: 10}\n", "late: {per: day, percent: 50}\n"
TOLD = "Lateness is worked out here by the rubric as it is now"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Ada earned 80 points, a day late, when a day cost 10 %."""
    ada = Entry("submission_1", (Person("Ada Lovelace", sid="11"),), Path("1"), "2026-11-15T12:00:00-08:00", due=DUE)
    with Journal.open(tmp_path / "out", "mini") as journal:
        journal.enlist([ada], rubric(TEN))
        journal.record(Graded(ada, earned(80, TEN), {"first.py": "x = 1\n"}))
    return tmp_path / "out"


def report(out: Path, rules: str) -> int:
    """With the course's rubric as it is now."""
    course = out.parent / "course"
    course.mkdir(exist_ok=True)
    (course / "rubric.yaml").write_text(rules, encoding="utf-8")
    return softmark("report", out, "--course", course)


def total(out: Path) -> str:
    with (out / "grades" / "gradescope.csv").open(encoding="utf-8") as stream:
        return next(csv.DictReader(stream))["Total Score"]


@pytest.mark.parametrize(
    ("now", "score", "said"),
    [
        pytest.param(RUBRIC + TEN, "72", False, id="the same policy"),
        pytest.param(RUBRIC + HALF, "40", True, id="another policy"),
        pytest.param(RUBRIC, "80", True, id="no policy any more"),
        pytest.param(RUBRIC.replace("spring", "autumn") + HALF, "72", False, id="the rubric of another term"),
        pytest.param(
            RUBRIC.replace("name: mini", "name: other") + HALF, "72", False, id="the rubric of another course"
        ),
    ],
)
def test_the_next_report_applies_the_policy_as_it_is_now_and_says_that_it_changed(
    out: Path, capsys: pytest.CaptureFixture[str], now: str, score: str, said: bool
) -> None:
    assert report(out, now) == 0
    assert total(out) == score
    assert (TOLD in capsys.readouterr().out) is said
    assert (TOLD in (out / "report.html").read_text(encoding="utf-8")) is said


def test_dates_that_are_entered_in_the_rubric_count_at_the_next_report(out: Path) -> None:
    with Journal.open(out) as journal:
        undated = replace(journal.entries()[0], due="")
        journal.enlist([undated], rubric(TEN))
    assert report(out, RUBRIC + TEN) == 1, "nobody has a date"
    assert report(out, RUBRIC + TEN + "dates: {due: 2026-11-13 23:59 -08:00}\n") == 0
    assert total(out) == "64"  # two days


def test_a_broken_rubric_is_told_with_its_line_and_nothing_is_written(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(out, RUBRIC + "late: {per: week}\n") == 2
    assert (
        "rubric.yaml:11:13: late.per: must be none, day or hour" in capsys.readouterr().err
        and not (out / "report.html").exists()
    )


def test_without_a_course_the_policy_of_the_last_batch_stands(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert softmark("report", out) == 0 and total(out) == "72"


def test_a_course_that_is_not_there_is_told_and_nothing_is_written(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert softmark("report", out, "--course", out.parent / "typo") == 2
    assert "there is no rubric.yaml in " in capsys.readouterr().err
    assert not (out / "report.html").exists()


def test_points_that_changed_since_the_batch_are_told(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = RUBRIC.replace("points: 60", "points: 50").replace("points: 40", "points: 50") + TEN
    assert report(out, now) == 0
    assert total(out) == "72"
    said = "The points of tasks changed in the rubric since the last batch."
    assert said in capsys.readouterr().out and said in (out / "report.html").read_text(encoding="utf-8")


def test_a_rubric_with_other_tasks_decides_nothing_and_is_told(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = RUBRIC.replace('  - {id: "1.3", title: More, points: 10, bonus: true, file: first.py, names: [more]}\n', "")
    assert report(out, now + HALF) == 0
    assert total(out) == "72"
    assert "The rubric has other tasks than this class was graded with" in capsys.readouterr().out
