"""What the platform says may be missing, strange or broken: it never stops a grade, and staff read what was wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from softmark.policy import platform_metadata as reading
from softmark.policy.decide import decide
from softmark.policy.platform_metadata import Metadata, read, understood
from tests.policy.term import earned, metadata, rubric

EVERYTHING = "late: {per: day}\nfeedback: {hidden: category}\n"


def written(folder: Path, text: str) -> Metadata:
    path = folder / "submission_metadata.json"
    path.write_text(text, encoding="utf-8")
    return read(path)


def test_a_whole_file_is_understood(tmp_path: Path) -> None:
    found = written(tmp_path, json.dumps(metadata()))
    assert found.created_at is not None and found.created_at.isoformat() == "2026-11-14T20:00:00-08:00"
    assert found.assignment.due is not None and found.assignment.late_due is None
    assert len(found.members) == 1
    assert found.notes == ()


def test_every_problem_is_in_one_list_with_its_place(tmp_path: Path) -> None:
    text = """{
  "created_at": "2026-02-30T12:00:00-08:00",
  "assignment": {"due_date": "tomorrow",
                 "late_due_date": 7}
}
"""
    found = written(tmp_path, text)
    file = "submission_metadata.json"
    assert list(found.notes) == [
        f"{file}: created_at: 2026-02-30T12:00:00-08:00 is no moment: day is out of range for month",
        f"{file}: assignment.due_date: tomorrow is not a date with a time: write it like 2026-11-14 23:59",
        f"{file}: assignment.late_due_date: 7 is not a date with a time",
        f"{file}: users lists nobody: the assignment's own dates are used",
    ]


@pytest.mark.parametrize("users", [None, [], {}, "nobody", [None], [{"assignment": 3}]])
def test_metadata_without_users_uses_the_assignments_dates(users: Any) -> None:
    found = understood(metadata("2026-11-15T12:00:00-08:00", users=users))
    policy = decide(rubric("late: {per: day}\n"), found)
    assert policy.late is not None and policy.late.count == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "must be an object"),
        ("null", "is missing"),
    ],
)
def test_what_is_no_metadata_is_said_and_grading_goes_on(tmp_path: Path, text: str, says: str) -> None:
    found = written(tmp_path, text)
    assert says in found.notes[0]
    assert decide(rubric(EVERYTHING), found).applied(earned(80)).final == 80


def test_a_missing_file_and_a_huge_one_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cannot be read" in read(tmp_path / "nothing.json").notes[0]
    monkeypatch.setattr(reading, "SIZE_LIMIT", 10)
    assert "is larger than" in written(tmp_path, json.dumps(metadata())).notes[0]


def test_nobody_reads_notes_about_metadata_that_no_policy_needs() -> None:
    assert decide(rubric(), understood({})).notes == ()
    assert decide(rubric(EVERYTHING), understood({})).notes != ()


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=30)
    | st.just("2026-11-15T12:00:00-08:00"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["assignment", "due_date", "late_due_date"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.fixed_dictionaries(dict.fromkeys(("created_at", "assignment", "users"), ANYTHING)))
def test_nothing_the_platform_could_write_stops_a_grade(data: dict[str, Any]) -> None:
    result = decide(rubric(EVERYTHING), understood(data)).applied(earned(80))
    assert result.final >= 0
