"""Marks of sheets: they count on whichever sheet of a person they stand, or somebody is told whose they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes import sheet_marks
from softmark.classes.entries import Person
from softmark.classes.journal import Journal
from softmark.classes.report.same_person import identity
from softmark.classes.sheets.write import asked_about
from softmark.content.course import Course
from softmark.files.tables import TableError
from tests.classes.report.synthetic import by_hand
from tests.mini_course import COURSE

ADA = Person("Ada Lovelace", "ada@x.org", "11")
ALAN = Person("Alan Turing", "alan@x.org", "22")
CLASS = [(ADA, "submission_1"), (ALAN, "submission_2"), (ADA, "submission_3")]
"""Ada handed in twice, the second time in a group that is not listed here."""
HEAD = "student,name,sheet,q1,q2,q3,q4,q5,note\n"


def totals(folder: Path, *lines: str, people: list[tuple[Person, str]] = CLASS) -> dict[str, float | None]:
    path = folder / sheet_marks.FILE
    path.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    names = {identity(person, submission): person.name for person, submission in people}
    return {names[who]: total for who, total in sheet_marks.totals(path, people).items()}


def problem(folder: Path, *lines: str, people: list[tuple[Person, str]] = CLASS) -> str:
    with pytest.raises(TableError) as told:
        totals(folder, *lines, people=people)
    return str(told.value).split("sheet_marks.csv:", 1)[1]


@pytest.mark.parametrize(
    "lines", [("11,Ada,aaa,1,1,0,1,1,", "11,Ada,bbb,,,,,,"), ("11,Ada,aaa,,,,,,", "11,Ada,bbb,1,1,0,1,1,")]
)
def test_marks_count_on_either_sheet_of_somebody_who_has_two(tmp_path: Path, lines: tuple[str, str]) -> None:
    assert totals(tmp_path, *lines, "22,Alan,ccc,0,0,0,0,0,") == {"Ada Lovelace": 4, "Alan Turing": 0}


def test_the_student_may_be_written_otherwise_than_on_the_sheet(tmp_path: Path) -> None:
    assert totals(tmp_path, "ADA@x.org,,aaa,1,1,1,1,1,", "Alan  Turing,,ccc,1,0,0,0,0,") == {
        "Ada Lovelace": 5,
        "Alan Turing": 1,
    }


def test_marks_on_two_sheets_are_refused_by_name(tmp_path: Path) -> None:
    assert problem(tmp_path, "11,Ada Lovelace,aaa,1,1,1,1,1,", "ada@x.org,Ada Lovelace,bbb,0,,,,,") == (
        "3: “ada@x.org” (Ada Lovelace) has marks on two sheets, aaa and bbb: keep those that count, and empty the "
        "other line"
    )


def test_marks_of_nobody_are_refused_by_name(tmp_path: Path) -> None:
    assert problem(tmp_path, "33,Grace Hopper,aaa,1,1,1,1,1,") == (
        "2: nobody who handed in is “33” (Grace Hopper), so these marks count for nobody: write a student number or an "
        "e-mail, or delete the line"
    )
    assert totals(tmp_path, "33,Grace Hopper,aaa,,,,,,", "22,Alan,ccc,1,1,1,1,1,") == {"Alan Turing": 5}


def test_a_name_that_two_people_have_is_nobodys(tmp_path: Path) -> None:
    two = [(Person("Ann Lee", sid="1"), "a"), (Person("Ann Lee", sid="2"), "b")]
    assert problem(tmp_path, "Ann Lee,,aaa,1,1,1,1,1,", people=two).startswith(
        "2: 2 people who handed in are “Ann Lee”"
    )


def test_whoever_is_named_with_two_submissions_gets_one_sheet_about_the_later(tmp_path: Path) -> None:
    first, second = by_hand("submission_1"), by_hand("submission_2")
    alone = replace(first, entry=replace(first.entry, people=(ADA,), created_at="2026-11-13T20:00:00+00:00"))
    both = replace(second, entry=replace(second.entry, people=(ALAN, ADA), created_at="2026-11-14T20:00:00+00:00"))
    course = Course.at(COURSE)
    with Journal.open(tmp_path / "out", course.rubric.name) as journal:
        journal.enlist([alone.entry, both.entry])
        journal.record(alone)
        journal.record(both)
    asked = asked_about(tmp_path / "out", course)
    assert [(one.entry.id, one.entry.people) for one in asked] == [("submission_2", (ALAN, ADA))]
