"""What staff read about a regrade: whose score changed, in which task and why, and who is missing."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.files.problem import Problem
from tests.pages.a_class import SCALE, UNNAMED, Student, reported, write

FULL = {"1.1": "4", "1.2": "6", "1.3": "2"}
BEFORE = (
    Student("Ada Lovelace", {"1.2": 4.0}, {"1.2": SCALE}),
    Student("Alan Turing", {"1.2": 3.0}, {"1.2": UNNAMED}),
    Student("Grace Hopper", {"1.1": None, "1.2": None, "1.3": None}),
    Student("Edsger Dijkstra"),
    Student("Barbara Liskov"),
    Student("Noam Gone", {"1.1": 2.0}),
)
AFTER = (
    replace(BEFORE[0], scores={}, told={}, grader="grader-two"),
    replace(BEFORE[1], told={"1.2": SCALE}),
    replace(BEFORE[2], scores={}),
    replace(BEFORE[3], handed_in="2026-11-14T21:00:00+00:00", scores={"1.1": 0.0}),
    BEFORE[4],
    Student("Zoë New"),
)


def rows(out: Path) -> dict[tuple[str, str], tuple[str, str, str]]:
    with (out / "changes.csv").open(encoding="utf-8", newline="") as stream:
        return {(row["name"], row["task"]): (row["before"], row["after"], row["why"]) for row in csv.DictReader(stream)}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    reported(tmp_path / "old", *BEFORE)
    write(tmp_path / "new", *AFTER)
    return tmp_path / "old", tmp_path / "new"


def test_every_changed_score_has_its_reason(folders: tuple[Path, Path]) -> None:
    old, new = folders
    lists = "student,task,score,reason\nbarbara@example.edu,1.1,2,half of it was copied\nbarbara@example.edu,total,1,\n"
    (new / "overrides.csv").write_text(lists, encoding="utf-8")
    page = reported(new, old=old)
    assert rows(new) == {
        ("Ada Lovelace", "total"): ("10", "12", "1.2: 4 → 6, another grader"),
        ("Ada Lovelace", "1.2"): ("4", "6", "another grader"),
        ("Alan Turing", "1.2"): ("3", "3", "a name by staff"),
        ("Grace Hopper", "total"): ("", "12", "before: the grader failed"),
        **{("Grace Hopper", task): ("", points, "the grader had failed") for task, points in FULL.items()},
        ("Edsger Dijkstra", "total"): ("12", "8", "1.1: 4 → 0, handed in again"),
        ("Edsger Dijkstra", "1.1"): ("4", "0", "handed in again"),
        ("Barbara Liskov", "total"): (
            *("12", "11"),
            "1.1: 4 → 2, an override: half of it was copied; staff adjusted the total",
        ),
        ("Barbara Liskov", "1.1"): ("4", "2", "an override: half of it was copied"),
        ("Noam Gone", "total"): ("10", "", "not in this class any more"),
        ("Zoë New", "total"): ("", "12", "not in the old one"),
    }
    assert 'href="changes.html"' in page
    told = (new / "changes.html").read_text(encoding="utf-8")
    assert "4 scores changed" in told and "Missing from this class" in told and "Noam Gone: 10" in told


def test_nothing_changed_is_said_too(tmp_path: Path) -> None:
    for name in ("old", "new"):
        reported(tmp_path / name, *BEFORE)
    reported(tmp_path / "new", old=tmp_path / "old")
    assert rows(tmp_path / "new") == {}
    assert "0 scores changed" in (tmp_path / "new" / "changes.html").read_text(encoding="utf-8")


def test_a_folder_is_not_compared_with_itself(tmp_path: Path) -> None:
    reported(tmp_path / "class", *BEFORE)
    with pytest.raises(Problem, match="is the folder of this class itself"):
        reported(tmp_path / "class", old=tmp_path / "other" / ".." / "class")


def test_a_task_that_is_worth_more_now_says_so(tmp_path: Path) -> None:
    four = {"1.2": {"points": 4.0, "status": "passed"}}
    reported(tmp_path / "old", Student("Ada Lovelace", {"1.2": 4.0}, four))
    reported(tmp_path / "new", Student("Ada Lovelace", grader="grader-two"), old=tmp_path / "old")
    assert rows(tmp_path / "new")["Ada Lovelace", "1.2"] == ("4", "6", "another grader (worth 6 now, 4 before)")


def test_late_work_that_earns_more_loses_more_for_no_reason_of_its_own(tmp_path: Path) -> None:
    course = tmp_path / "course" / "autograder"
    course.mkdir(parents=True)
    mini = Path("tests/mini/autograder/rubric.yaml").read_text(encoding="utf-8")
    rule = "dates: {timezone: UTC, due: 2026-11-13 23:59}\nlate: {per: day, percent: 10}\n"
    (course / "rubric.yaml").write_text(mini + rule, encoding="utf-8")
    half = Student("Ada Lovelace", {"1.1": 1.33, "1.3": 0.0})
    reported(tmp_path / "old", half, course=course.parent)
    write(tmp_path / "new", replace(half, scores={"1.3": 0.0}, grader="grader-two"))
    reported(tmp_path / "new", course=course.parent, old=tmp_path / "old")
    assert rows(tmp_path / "new")["Ada Lovelace", "total"] == ("6.6", "9", "1.1: 1.33 → 4, another grader")
    dearer = mini + rule.replace("10}", "20}")
    (course / "rubric.yaml").write_text(dearer, encoding="utf-8")
    reported(tmp_path / "new", course=course.parent, old=tmp_path / "old")
    assert rows(tmp_path / "new")["Ada Lovelace", "total"][2].endswith("; late work is charged differently")


def test_a_folder_that_cannot_be_compared_is_one_sentence(tmp_path: Path) -> None:
    write(tmp_path / "old", *BEFORE)
    with pytest.raises(Problem, match="has no report yet"):
        reported(tmp_path / "new", *AFTER, old=tmp_path / "old")
    with pytest.raises(Problem, match="holds no graded class"):
        reported(tmp_path / "new", old=tmp_path / "nowhere")


def test_another_date_is_a_reason_too(tmp_path: Path) -> None:
    course = tmp_path / "course" / "autograder"
    course.mkdir(parents=True)
    rule = "dates: {timezone: UTC, due: 2026-11-13 23:59}\nlate: {per: day, percent: 10}\n"
    mini = Path("tests/mini/autograder/rubric.yaml").read_text(encoding="utf-8")
    (course / "rubric.yaml").write_text(mini + rule, encoding="utf-8")
    ada = Student("Ada Lovelace", {"1.3": 0.0})
    reported(tmp_path / "old", ada, course=course.parent)
    write(tmp_path / "new", ada)
    (tmp_path / "new" / "extensions.csv").write_text(
        "student,due\nada@example.edu,2026-11-15 23:59\n", encoding="utf-8"
    )
    reported(tmp_path / "new", course=course.parent, old=tmp_path / "old")
    why = "another due date: 13 Nov 2026 23:59 (UTC) → 15 Nov 2026 23:59 (UTC)"
    assert rows(tmp_path / "new") == {("Ada Lovelace", "total"): ("9", "10", why)}
