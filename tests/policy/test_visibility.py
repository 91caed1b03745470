"""What Gradescope shows under each visibility. One row that is not visible hides the total there, and nobody
knows for sure whether the setting of the whole document or that of a row wins: so both must say the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from softmark.grading.result import Note
from softmark.render.platforms import gradescope
from tests.policy.term import DUE, earned, metadata, policy

LATE = "late: {per: day, percent: 10}\n"


def document(preset: str, rules: str = "", at: str = "2026-11-14T20:00:00-08:00", **more: Any) -> dict[str, Any]:
    asked = f"visibility: {preset}\n{rules}"
    result = earned(92, asked).with_notes(Note("student", "second.py is not one of the files of this assignment"))
    return gradescope.render(policy(asked, metadata(at, **more)).applied(result))


def shown_at_once(found: dict[str, Any]) -> str:
    """What a student reads the moment the work is graded, if every setting is heeded."""
    rows = [row for row in found["tests"] if row["visibility"] == "visible"]
    return found["output"] + json.dumps(rows, ensure_ascii=False)


def test_visible_shows_the_score_the_rows_and_the_reasons_at_once() -> None:
    found = document("visible")
    assert found["visibility"] == "visible"
    assert {row["visibility"] for row in found["tests"]} == {"visible"}, "or the platform would hide the total"
    assert found["output"].startswith("Two small functions: 92 of 100 points")
    assert found["stdout_visibility"] == "hidden"


@pytest.mark.parametrize("setting", ["after_due_date", "after_published", "hidden"])
def test_the_others_show_that_the_work_arrived_and_no_points(setting: str) -> None:
    found = document(setting)
    assert found["visibility"] == setting
    assert {row["visibility"] for row in found["tests"]} == {setting}
    read = shown_at_once(found)
    assert "your work has arrived" in read
    assert "second.py is not one of the files" in read, "what is wrong with the files is worth knowing in time"
    assert "92" not in read and "points" not in read and "✓" not in read


def test_after_the_deadline_the_rows_are_complete() -> None:
    """Nothing has to be graded again: the platform opens what is already there."""
    assert "✗ 32 of 40 points" in document("after_due_date")["tests"][1]["output"]
    assert document("after_due_date")["score"] == 92


@pytest.mark.parametrize("preset", ["after_due_date", "hidden"])
def test_late_work_is_told_that_it_is_late_and_not_what_that_says_about_the_score(preset: str) -> None:
    dates = {"due_date": DUE, "late_due_date": "2026-11-16T23:59:00-08:00"}  # the deadline is not over yet
    found = document(preset, LATE, at="2026-11-15T12:00:00-08:00", assignment=dates)
    assert found["score"] == 82.8
    assert "1 day late (due 14 Nov 2026 23:59 (UTC−8), handed in 15 Nov 2026 12:00 (UTC−8))." in found["output"]
    assert "92" not in shown_at_once(found) and "%" not in shown_at_once(found)
