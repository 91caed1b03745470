"""The policies in a real grade, from submission_metadata.json to results.json."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mini_course import submit
from tests.policy.platform import FUTURE, course_with, graded, submitted
from tests.policy.term import metadata

WRONG = "def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n"
LATE = metadata("2026-11-16T20:00:00-08:00")


def test_two_days_late_costs_what_the_rubric_says(tmp_path: Path) -> None:
    course = course_with(tmp_path, "late: {per: day, percent: 10}\n")
    document = submitted(tmp_path, course, LATE, stats=WRONG)
    assert document["score"] == 4.8 and [row["score"] for row in document["tests"]] == [0, 6]
    assert "2 days late" in document["output"] and "2 × 10% = 20% of 6 = −1.2" in document["output"]


@pytest.mark.slow
def test_a_slow_task_waits_for_the_deadline(tmp_path: Path) -> None:
    slow = ("names: [standardise]\n", "names: [standardise]\n    slow: true\n")
    course = course_with(tmp_path, "feedback: {slow_items: after_deadline}\n", slow)
    waiting = submitted(tmp_path, course, metadata(assignment={"due_date": FUTURE}))
    assert waiting["score"] == 4
    assert "not checked yet" in waiting["tests"][1]["output"]
    checked = submitted(
        tmp_path, course, metadata("2019-01-01T00:00:00Z", assignment={"due_date": "2020-01-01T00:00:00Z"})
    )
    assert checked["score"] == 10


def test_metadata_that_makes_no_sense_changes_no_score(tmp_path: Path) -> None:
    course = course_with(tmp_path, "late: {per: day}\n")
    document = submitted(tmp_path, course, {"created_at": 7, "users": "?"})
    assert document["score"] == 10
    assert any(
        "submission_metadata.json:1:16: created_at" in note for note in document["extra_data"]["softmark"]["notes"]
    )


def test_whoever_names_a_metadata_file_or_a_platform_is_told_what_is_wrong_with_it(tmp_path: Path) -> None:
    course, submission = course_with(tmp_path, ""), submit(tmp_path / "submission")
    about = tmp_path / "about.json"
    about.write_text('{\n "created_at": "2026-02-30T10:00:00Z"\n}\n', encoding="utf-8")
    done = graded(tmp_path / "out", course, submission, "--metadata", about)
    assert done.returncode == 2
    assert f"{about}:2:16: created_at: 2026-02-30 is not a date: February 2026 has 28 days" in done.stderr
    assert f"{about}:1:1: users: is missing" in done.stderr
    done = graded(tmp_path / "out", course, submission, "--format", "moodle")
    assert done.returncode == 2
    assert "invalid choice: 'moodle' (choose from" in done.stderr and "prairielearn" in done.stderr
