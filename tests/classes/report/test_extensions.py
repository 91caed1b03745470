"""extensions.csv: who has more time, and what is said of a file that cannot be meant like this."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Entry, Person
from softmark.classes.report.class_deadlines import JudgedClass, judged
from softmark.classes.report.same_person import Roster
from softmark.commands.cli import main
from softmark.files.tables import TableError
from tests.classes.report.test_command import softmark
from tests.mini_course import COURSE
from tests.policy.term import rubric

DUE = "2026-11-14T23:59:00-08:00"
RULES = "late: {per: day, percent: 10}\n"
ADA = Entry("submission_1", (Person("Ada Lovelace", "ada@x.org", "11"),), Path("1"), DUE, due=DUE)
ALAN = Entry("submission_2", (Person("Alan Turing", "alan@x.org", "22"),), Path("2"), DUE, due=DUE)


def judge(folder: Path, text: str, *class_: Entry, rules: str = RULES, roster: Roster | None = None) -> JudgedClass:
    (folder / "extensions.csv").write_text(text, encoding="utf-8")
    return judged(folder, class_ or (ADA, ALAN), rubric(rules), roster)


def problems(folder: Path, text: str, *class_: Entry, rules: str = RULES) -> list[str]:
    """What is wrong, each from its line on."""
    with pytest.raises(TableError) as caught:
        judge(folder, text, *class_, rules=rules)
    return [text.split("extensions.csv:", 1)[1] for text in caught.value.problems]


def due(found: JudgedClass) -> list[str]:
    return [f"{each.dates.due:%d %H:%M} {each.source}" for each in found.timings.values()]


@pytest.mark.parametrize("header", ["student,until", "E-mail;New date", "SID\tdate"])
@pytest.mark.parametrize("who", ["11", "ADA@x.org", "ada  lovelace"])
def test_a_student_is_meant_by_mail_number_or_a_name_of_their_own(tmp_path: Path, header: str, who: str) -> None:
    separator = next(sign for sign in ",;\t" if sign in header)
    found = judge(tmp_path, f"{header}\n{who}{separator}2026-11-18 23:59 -08:00\n")
    assert due(found) == ["18 23:59 extension", "14 23:59 the export"] and found.remarks == ()


def test_no_file_means_no_extensions(tmp_path: Path) -> None:
    assert due(judged(tmp_path, (ADA,), rubric(RULES))) == ["14 23:59 the export"]


def test_an_extension_beats_ones_own_date_and_that_beats_the_assignments_and_the_rubrics(tmp_path: Path) -> None:
    rules = RULES + "dates: {timezone: America/Los_Angeles, due: 2026-11-10 23:59}\n"
    own = Entry("submission_3", (Person("Eve", sid="33", due="2026-11-16T23:59:00-08:00"),), Path("3"), DUE, due=DUE)
    bare = Entry("submission_4", (Person("Bob", sid="44"),), Path("4"), DUE)
    assert due(judge(tmp_path, "sid,date\n", ADA, own, bare, rules=rules)) == [
        "14 23:59 the export", "16 23:59 their own date in the export", "10 23:59 the rubric",
    ]  # fmt: skip
    assert due(judge(tmp_path, "sid,date\n33,2026-11-19 12:00\n", own, rules=rules)) == ["19 12:00 extension"]


def test_a_group_has_the_latest_date_of_its_members_or_the_earliest(tmp_path: Path) -> None:
    pair = Entry("submission_3", (*ADA.people, *ALAN.people), Path("3"), DUE, due=DUE)
    text = "sid,date\n11,2026-11-16 23:59 -08:00\n"
    assert due(judge(tmp_path, text, pair)) == ["16 23:59 extension, the latest in the group"]
    earliest = "late: {per: day, percent: 10, group: earliest}\n"
    assert due(judge(tmp_path, text, pair, rules=earliest)) == ["14 23:59 the export, the earliest in the group"]


@pytest.mark.parametrize(
    ("own", "own_late", "extension", "taken_until"),
    [
        pytest.param("", "", "", "17 23:59", id="no extension"),
        pytest.param("", "", "16", "19 23:59", id="inside the days for late work"),
        pytest.param("", "", "20", "23 23:59", id="past the late due date"),
        pytest.param("14", "17", "20", "23 23:59", id="the export tells everybody's dates with each student"),
        pytest.param("16", "", "", "19 23:59", id="an extension on the platform"),
        pytest.param("16", "16", "", "16 23:59", id="one with a late due date of its own"),
        pytest.param("16", "", "20", "23 23:59", id="one here on top of one there"),
        pytest.param("16", "17", "20", "21 23:59", id="one here on top of one there with a late due date of its own"),
    ],
)
def test_the_time_for_late_work_moves_with_an_extension(
    tmp_path: Path, own: str, own_late: str, extension: str, taken_until: str
) -> None:
    """Due on the 14th, taken until the 17th: so many days it stays, wherever the new date comes from."""
    day = {"": ""} | {number: f"2026-11-{number}T23:59:00-08:00" for number in ("14", "16", "17", "20")}
    ada = Entry("1", (Person("Ada", sid="11", due=day[own], late_due=day[own_late]),), Path("1"), DUE,
                due=day["14"], late_due=day["17"])  # fmt: skip
    found = judge(tmp_path, "sid,until\n" + (f"11,{day[extension]}\n" if extension else ""), ada)
    assert f"{found.timings['1'].dates.late_due:%d %H:%M}" == taken_until


@pytest.mark.parametrize(
    ("line", "dates"),
    [
        pytest.param(
            ",2026-11-20 23:59 -08:00", "14 20 the export; late work: extension", id="late work alone: it still costs"
        ),
        pytest.param("2026-11-16 23:59 -08:00,2026-11-16 23:59 -08:00", "16 16 extension", id="both"),
        pytest.param("2026-11-16 23:59 -08:00,", "16 19 extension", id="the due date alone: the window moves"),
    ],
)
def test_late_until_says_how_long_late_work_is_taken(tmp_path: Path, line: str, dates: str) -> None:
    ada = replace(ADA, late_due="2026-11-17T23:59:00-08:00")
    timing = judge(tmp_path, f"student,until,late_until\n11,{line}\n", ada).timings["submission_1"]
    assert f"{timing.dates.due:%d} {timing.dates.late_due:%d} {timing.source}" == dates


def test_an_end_of_late_work_before_the_due_date_is_refused(tmp_path: Path) -> None:
    lines = "11,2026-11-18 23:59 -08:00,2026-11-17 23:59 -08:00\n22,,2026-11-13 23:59 -08:00\n11,,\n"
    assert problems(tmp_path, f"student,until,late_until\n{lines}") == [
        "2: late work would be accepted until 17 Nov 2026 23:59 (UTC−8), before it is due, 18 Nov 2026 23:59 (UTC−8)",
        "4: until and late_until are empty",
    ]
    (said,) = problems(tmp_path, "student,late_until\n22,2026-11-13 23:59 -08:00\n")
    assert said.startswith("2: 13 Nov 2026 23:59 (UTC−8) is before “22” had to hand in")


def test_somebody_with_two_submissions_has_the_extension_in_both(tmp_path: Path) -> None:
    again = Entry("submission_9", ADA.people, Path("9"), DUE, due=DUE)
    found = judge(tmp_path, "sid,date\n11,2026-11-16 23:59 -08:00\n", ADA, again)
    assert due(found) == ["16 23:59 extension"] * 2


def test_somebody_who_handed_in_nothing_is_a_remark_unless_the_roster_knows_them(tmp_path: Path) -> None:
    text = "student,until\neve@x.org,2026-11-18 23:59 -08:00\n"
    (remark,) = judge(tmp_path, text).remarks
    assert remark.endswith(
        "extensions.csv:2: nobody who handed in is “eve@x.org”: if that is a slip, correct it; it counts for nobody yet"
    )
    assert judge(tmp_path, text, roster=Roster((Person("Eve", "eve@x.org"),))).remarks == ()


def test_every_mistake_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    lines = "11,soon\n22,2026-11-18\n22,\n11,2026-11-31 23:59\n11,2026-11-18 23:59\n"
    assert problems(tmp_path, f"student,until\n{lines}") == [
        "2: soon is not a date with a time: write it like 2026-11-14 23:59",
        "3: 2026-11-18 has no time of day: write 2026-11-18 23:59 if that is meant",
        "4: until is empty",
        "5: 2026-11-31 is not a date: November 2026 has 30 days",
        "6: 2026-11-18 23:59 has no time zone: add an offset, such as -08:00, or a timezone",
    ]  # fmt: skip


def test_the_same_person_twice_is_told_however_they_are_called(tmp_path: Path) -> None:
    lines = "11,2026-11-18 23:59 -08:00\nada@x.org,2026-11-19 23:59 -08:00\n"
    (said,) = problems(tmp_path, f"student,until\n{lines}")
    assert said.startswith("3: “ada@x.org” has an extension already, in ") and said.endswith(":2: keep one of them")


def test_a_name_that_two_people_have_means_nobody(tmp_path: Path) -> None:
    other = Entry("submission_3", (Person("Ada Lovelace", sid="33"),), Path("3"), DUE, due=DUE)
    said = problems(tmp_path, "student,until\nAda Lovelace,2026-11-18 23:59 -08:00\n", ADA, other)
    assert said == ["2: 2 people are “Ada Lovelace”: use an e-mail or a student number"]


def test_an_extension_before_the_due_date_is_an_error_because_either_reading_could_be_wrong(tmp_path: Path) -> None:
    assert problems(tmp_path, "student,until\n11,2026-11-13 23:59 -08:00\n22,2026-11-14 23:59 -08:00\n") == [
        "2: 13 Nov 2026 23:59 (UTC−8) is before “11” had to hand in, 14 Nov 2026 23:59 (UTC−8): write a later date, "
        "or delete the line"
    ]


@pytest.mark.parametrize("more", ["reason", "Name"])
def test_further_columns_are_refused_so_that_no_reason_lies_in_the_class_folder(tmp_path: Path, more: str) -> None:
    assert problems(tmp_path, f"student,until,{more}\n11,2026-11-18 23:59 -08:00,flu\n") == [
        f"1: only who and until when may be written here: delete “{more.lower()}”, and keep reasons, which are often "
        "medical, somewhere else"
    ]


def test_a_spreadsheets_empty_column_is_no_column(tmp_path: Path) -> None:
    assert due(judge(tmp_path, "student,until,\n11,2026-11-18 23:59 -08:00,\n", ADA)) == ["18 23:59 extension"]


def test_a_file_without_the_two_columns_says_which_they_are(tmp_path: Path) -> None:
    assert problems(tmp_path, "who,when\n11,2026-11-18 23:59 -08:00\n") == [
        "1: name the columns student (an e-mail or SID) and until (the new due date), late_until (until when late work "
        "is accepted) or both; it has: who, when"
    ]


def test_a_journal_from_before_extensions_is_told_to_be_graded_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.classes.report.synthetic import by_hand
    from tests.classes.report.test_command import journal

    out = journal(tmp_path / "out", by_hand("submission_1"))
    assert softmark("report", out) == 0
    (out / "extensions.csv").write_text("student,until\n", encoding="utf-8")
    assert softmark("report", out) == 2
    assert "extensions.csv: this class was graded before extensions were known here" in capsys.readouterr().err


def test_a_bad_file_is_told_by_batch_before_it_grades_and_by_report_before_it_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from softmark.classes.journal import Journal
    from tests.mini_class import MINI, RIGHT, a_class, graded

    out = tmp_path / "out"
    with Journal.open(out, "mini-scaling") as journal:
        journal.record(graded("anna"))
        journal.enlist([graded("anna").entry], MINI.rubric)
    (out / "extensions.csv").write_text("student,until\nanna,soon\n", encoding="utf-8")
    said = f"{out / 'extensions.csv'}:2: soon is not a date with a time: write it like 2026-11-14 23:59\n"
    students = a_class(tmp_path / "in", anna=RIGHT)
    assert main(["batch", str(students), "--out", str(out), "--course", str(COURSE)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", said)
    assert softmark("report", out) == 2
    assert capsys.readouterr().err == said and not (out / "report.html").exists()
