"""What staff decided reaches the student: from a class's overrides.csv through the zip to results.json."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from softmark.content.course import Course
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Result, blank
from softmark.policy.decide import policy_for
from softmark.policy.platform_metadata import understood
from tests.policy.platform import course_with, submitted
from tests.policy.term import metadata

HEAD = "student,item,points,note_staff,note_student,who,when\n"
LINES = (
    "ada@x.edu,1.1,4,his dog died,Your answer is right.,Sam,\n"
    "22,total,+2,,For the misprint.,Sam,\n"
    "cleo@x.edu,late,,,,Sam,\n"
    "submission_4,1.2,6,,For both of you.,Sam,\n"
    "mistake:mean.wrong_axis,1.1,3,,We were too strict.,Sam,\n"
)
PEOPLE = (
    (Person("Ada Lovelace", "ada@x.edu"),),
    (Person("Ben Late", "ben@x.edu", "22"),),
    (Person("Cleo Extended", "cleo@x.edu"),),
    (Person("Dora Group", "dora@x.edu"), Person("Emil Group", "emil@x.edu")),
)


def earned(course: Course, mean: float = 0.0, scaled: float = 6.0, mistake: str | None = None) -> Result:
    rows = []
    for row, score in zip(blank(course.rubric).items, (mean, scaled), strict=True):
        check = CheckResult("a", "It works.", "public", score == row.points, diagnosis=mistake)
        rows.append(replace(row, score=score, status="passed" if score == row.points else "failed", checks=(check,)))
    return replace(blank(course.rubric), items=tuple(rows), status="graded")


@pytest.fixture
def sent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Course:
    """A course whose next zip carries these overrides."""
    course = Course.at(course_with(tmp_path, "late: {per: day, percent: 10, closed: refuse}\n"))
    with Journal.open(tmp_path / "out", course.rubric.name) as journal:
        for number, people in enumerate(PEOPLE, 1):
            entry = Entry(f"submission_{number}", people, Path(f"submission_{number}"))
            journal.record(Graded(entry, earned(course), {}, "a", "2026-11-15T04:00:00+00:00"))
    (tmp_path / "out" / "overrides.csv").write_text(HEAD + LINES, encoding="utf-8")
    assert main(["overrides", str(tmp_path / "out"), "--course", str(tmp_path / "course")]) == 0
    said = capsys.readouterr().out
    assert "for 5 students, and 1 for everybody with a named mistake" in said and "next: make, upload" in said
    return course


def about(*emails: str, at: str = "2026-11-14T20:00:00-08:00", **more: Any) -> dict[str, Any]:
    return metadata(at, users=[{"email": email, "name": "?", "id": 1, **more} for email in emails])


def graded(course: Course, told: dict[str, Any], **points: Any) -> Result:
    policy = policy_for(course, understood(told))
    return policy.applied(policy.applied(earned(course, **points)))  # twice: publishing does that


def test_student_code_cannot_open_it_and_the_student_reads_the_decision(sent: Course, tmp_path: Path) -> None:
    look = (
        "import os\n\n\ndef mean(x):\n"
        f"    place = {str(sent.overrides_path)!r}\n"
        "    try:\n        text = open(place).read()\n    except OSError as refused:\n"
        "        raise ValueError(type(refused).__name__) from None\n"
        "    raise ValueError('read ' + text[:40])\n"
    )
    document = submitted(tmp_path, tmp_path / "course", about("zoe@x.edu"), stats=look)
    assert "PermissionError" in document["tests"][0]["output"] or "FileNotFoundError" in document["tests"][0]["output"]
    document = submitted(tmp_path, tmp_path / "course", about("ada@x.edu"), stats=look)
    assert document["score"] == 10 and document["tests"][0]["status"] == "passed"
    assert "Your answer is right." in document["tests"][0]["output"]
