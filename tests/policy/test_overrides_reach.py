"""What staff decided reaches the student: from a class's overrides.csv through the zip to results.json."""

from __future__ import annotations

import io
import json
import re
import shutil
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.build import zips
from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from softmark.content.course import Course
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Result, blank
from softmark.policy.decide import policy_for
from softmark.policy.platform_metadata import understood
from softmark.render.platforms import gradescope
from tests.policy.platform import course_with
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


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose next zip carries these overrides, and the class in which staff decided them."""
    place = tmp_path_factory.mktemp("decided")
    course = Course.at(course_with(place, "late: {per: day, percent: 10, closed: refuse}\n"))
    with Journal.open(place / "out", course.rubric.name) as journal:
        for number, people in enumerate(PEOPLE, 1):
            entry = Entry(f"submission_{number}", people, Path(f"submission_{number}"))
            journal.record(Graded(entry, earned(course), {}, "a", "2026-11-15T04:00:00+00:00"))
    (place / "out" / "overrides.csv").write_text(HEAD + LINES, encoding="utf-8")
    with redirect_stdout(io.StringIO()) as said:
        assert main(["overrides", str(place / "out"), "--course", str(place / "course")]) == 0
    assert "for 5 students, and 1 for everybody with a named mistake" in said.getvalue()
    assert "next: make, upload" in said.getvalue()
    return place


@pytest.fixture
def sent(decided: Path, tmp_path: Path) -> Course:
    """The same, for a test that may change it."""
    shutil.copytree(decided, tmp_path, dirs_exist_ok=True)
    return Course.at(tmp_path / "course")


def about(*emails: str, at: str = "2026-11-14T20:00:00-08:00", **more: Any) -> dict[str, Any]:
    return metadata(at, users=[{"email": email, "name": "?", "id": 1, **more} for email in emails])


def graded(course: Course, told: dict[str, Any], **points: Any) -> Result:
    policy = policy_for(course, understood(told))
    return policy.applied(policy.applied(earned(course, **points)))  # twice: publishing does that


def test_the_file_names_nobody_and_holds_no_note_of_staff(sent: Course) -> None:
    text = sent.overrides_path.read_text(encoding="utf-8")
    read = re.sub("[0-9a-f]{16,}", "", text).replace("mistakes", "")  # a digest may spell “ada”
    for word in ("ada", "Ada", "ben@", "Late", "dora", "dog", "Sam"):
        assert word not in read, word
    assert "Your answer is right." in text and len(json.loads(text)["people"]) == 6  # Ben by two
    assert sent.overrides_path.stat().st_mode & 0o077 == 0


def test_the_digests_are_worth_nothing_without_the_salt(sent: Course, tmp_path: Path) -> None:
    marks = set(json.loads(sent.overrides_path.read_text(encoding="utf-8"))["people"])
    sent.salt_path.write_text("another salt, long enough to be believed", encoding="utf-8")
    again = Course.at(tmp_path / "course")
    main(["overrides", str(tmp_path / "out"), "--course", str(tmp_path / "course")])
    assert marks.isdisjoint(json.loads(again.overrides_path.read_text(encoding="utf-8"))["people"])


def test_row_total_and_status_agree_on_the_platform(sent: Course) -> None:
    document = gradescope.render(graded(sent, about("ADA@x.edu")))
    assert document["score"] == 10 and sum(row["score"] for row in document["tests"]) == 10
    row = document["tests"][0]
    assert (row["score"], row["max_score"], row["status"]) == (4, 4, "passed")
    assert "the course staff decided this; the grader gave 0." in row["output"]
    assert "From the course staff: Your answer is right." in row["output"] and "✗" not in row["output"]
    assert document["extra_data"]["softmark"]["decided"] == {"1.1": 4.0}


def test_a_late_deduction_is_worked_out_again_from_what_was_decided(sent: Course) -> None:
    late = graded(sent, about("ada@x.edu", at="2026-11-15T20:00:00-08:00"))
    assert late.late is not None and late.late.deduction == 1 and late.final == 9  # 10 % of 10, not of 6


def test_an_adjustment_comes_after_lateness(sent: Course) -> None:
    ben = graded(sent, about("new@x.edu", at="2026-11-15T20:00:00-08:00", sid=22))  # found by his number
    assert ben.final == 7.4 and "The course staff added 2 points: For the misprint." in gradescope.render(ben)["output"]


def test_a_waiver_takes_work_that_came_after_the_last_date_and_says_so(sent: Course) -> None:
    told = about("cleo@x.edu", at="2026-11-20T20:00:00-08:00")
    told["assignment"]["late_due_date"] = "2026-11-17T23:59:00-08:00"
    cleo = graded(sent, told)
    assert cleo.final == 6 and cleo.late is None and cleo.standing is None
    assert "the course staff waived the deduction." in " ".join(cleo.notes_for("student"))
    told["users"][0]["email"] = "somebody@x.edu"
    assert graded(sent, told).standing is not None  # nobody else is let in


def test_a_group_has_one_grade(sent: Course) -> None:
    both = graded(sent, about("dora@x.edu", "emil@x.edu"), mean=4.0, scaled=0.0)
    assert both.final == 10 and both.notes_for("staff") == ()
    other = graded(sent, about("dora@x.edu", "zoe@x.edu"), mean=4.0, scaled=0.0)
    assert other.final == 4
    assert other.notes_for("staff")[0].startswith("an override of 1.2 applies to some members of this group")


def test_everybody_with_a_named_mistake_has_the_points_and_nobody_else(sent: Course) -> None:
    assert graded(sent, about("zoe@x.edu"), mistake="mean.wrong_axis").final == 9
    assert graded(sent, about("zoe@x.edu"), mistake="mean.other").final == 6
    assert graded(sent, about("ada@x.edu"), mistake="mean.wrong_axis").final == 10  # her own line goes first


def test_a_file_of_another_salt_is_told_to_staff_and_stops_the_build(sent: Course, tmp_path: Path) -> None:
    sent.salt_path.write_text("another salt, long enough to be believed", encoding="utf-8")
    again = Course.at(tmp_path / "course")
    result = graded(again, about("ada@x.edu"))
    assert result.final == 6
    assert (
        "overrides were not looked at" in result.notes_for("staff")[0]
        and "another salt" in result.notes_for("staff")[0]
    )


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 1, "salt": 3}', '{"format": 2, "salt": "", "people": {}}']
)
def test_a_broken_file_costs_nobody_a_grade(text: str, sent: Course, tmp_path: Path) -> None:
    sent.overrides_path.write_text(text, encoding="utf-8")
    result = graded(sent, about("ada@x.edu"))
    assert result.final == 6 and "run `softmark overrides CLASS` again" in result.notes_for("staff")[0]


def test_a_class_without_overrides_takes_the_file_away(sent: Course, tmp_path: Path) -> None:
    (tmp_path / "out" / "overrides.csv").unlink()
    assert main(["overrides", str(tmp_path / "out"), "--course", str(tmp_path / "course")]) == 0
    assert not sent.overrides_path.exists() and policy_for(sent, understood(about("ada@x.edu"))).decisions == ()


def test_only_the_instructors_zip_holds_it(sent: Course, tmp_path: Path) -> None:
    assert ".overrides.json" in zips.autograder(sent)
    sent.given_folder.mkdir(exist_ok=True)
    assert not any("overrides.json" in name for name in zips.for_students(sent))
