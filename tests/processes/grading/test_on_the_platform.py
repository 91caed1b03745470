"""The policies in a real grade, from submission_metadata.json to results.json."""

from __future__ import annotations

from pathlib import Path

from tests.mini_course import submit
from tests.policy.platform import course_with, graded, submitted
from tests.policy.term import metadata

WRONG = "def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n"
LATE = metadata("2026-11-16T20:00:00-08:00")


def test_two_days_late_costs_what_the_rubric_says(tmp_path: Path) -> None:
    course = course_with(tmp_path, "late: {per: day, percent: 10}\n")
    document = submitted(tmp_path, course, LATE, stats=WRONG)
    assert document["score"] == 4.8 and [row["score"] for row in document["tests"]] == [0, 6]
    assert "2 days late" in document["output"] and "2 × 10% = 20% of 6 = −1.2" in document["output"]


def test_metadata_that_makes_no_sense_changes_no_score(tmp_path: Path) -> None:
    course = course_with(tmp_path, "late: {per: day}\n")
    document = submitted(tmp_path, course, {"created_at": 7, "users": "?"})
    assert document["score"] == 10
    assert any("submission_metadata.json: created_at:" in note for note in document["extra_data"]["softmark"]["notes"])


def test_whoever_names_a_metadata_file_or_a_platform_is_told_what_is_wrong_with_it(tmp_path: Path) -> None:
    course, submission = course_with(tmp_path, ""), submit(tmp_path / "submission")
    about = tmp_path / "about.json"
    about.write_text('{\n "created_at": "2026-02-30T10:00:00Z"\n}\n', encoding="utf-8")
    done = graded(tmp_path / "out", course, submission, "--metadata", about)
    assert done.returncode == 2
    assert f"{about.name}: created_at: 2026-02-30T10:00:00Z is no moment: day is out of range" in done.stderr
    assert f"{about.name}: users lists nobody" in done.stderr
    done = graded(tmp_path / "out", course, submission, "--format", "moodle")
    assert done.returncode == 2
    assert "invalid choice: 'moodle' (choose from" in done.stderr and "prairielearn" in done.stderr
