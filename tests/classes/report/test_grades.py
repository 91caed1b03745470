"""The files that go to Gradescope, Canvas and Moodle: nobody is dropped, no cell becomes a formula."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Graded, Person
from softmark.classes.report import cohort, grade_tables
from softmark.classes.report.canvas_gradebook import Gradebook, gradebook_in
from softmark.classes.report.override_table import Override
from softmark.classes.report.same_person import Roster, first_and_last, read_roster
from softmark.classes.report.statistics import figures
from softmark.content.course import Course
from softmark.files import tables
from softmark.files.tables import TableError, cell
from softmark.grading.result import Lateness
from softmark.render import sentences
from tests.classes.report.synthetic import by_hand
from tests.mini_course import COURSE

ADA = by_hand("submission_1", (4, 3), name="Ada King Lovelace", email="ada@x.org", sid="11", section="02")
ALAN = by_hand("submission_2", (0, 6), name="Alan Turing", email="alan@x.org", sid="22")
LATE = Lateness("2026-11-01", "2026-11-02", 93_784, 10.0, 0.6, "1 day late", "1 day late: 10% of 6 = −0.6.")


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def written(out: Path, *class_, roster: Roster | None = None, book: Gradebook | None = None):  # type: ignore[no-untyped-def]
    group = cohort.gather(class_, (), roster)
    unmatched = grade_tables.write_all(out, group, figures(group.graded), book)
    files = {path.stem: table(path.read_text(encoding="utf-8")) for path in (out / "grades").glob("*.csv")}
    return files, unmatched


def test_gradescopes_columns_with_one_for_each_task(tmp_path: Path) -> None:
    files, _ = written(tmp_path, ADA, ALAN)
    ada = files["gradescope"][0]
    assert [ada[name] for name in ("First Name", "Last Name", "SID", "Email", "Sections")] == [
        "Ada King", "Lovelace", "11", "ada@x.org", "02",
    ]  # fmt: skip
    assert (ada["Total Score"], ada["Max Points"], ada["Submission ID"]) == ("7", "10", "1")
    assert (ada["1.1: Task 1 (4 pts)"], ada["1.2: Task 2 (6 pts)"]) == ("4", "3")


def test_the_late_penalty_has_its_own_column_and_is_taken_off_the_score(tmp_path: Path) -> None:
    late = replace(ALAN, result=replace(ALAN.result, late=LATE))
    files, _ = written(tmp_path, late)
    scored, possible = files["gradescope"][0], files["canvas"][0]
    assert (scored["Total Score"], scored["Late Penalty"], scored["Lateness (H:M:S)"]) == ("5.4", "0.6", "26:03:04")
    assert files["canvas"][1]["Two tasks"] == "5.4"
    assert (files["plain"][0]["Score"], files["plain"][0]["Late Penalty"]) == ("5.4", "0.6")
    assert (possible["Student"], possible["Two tasks"]) == ("Points Possible", "10")
    assert (files["moodle"][0]["Two tasks"], files["moodle"][0]["Late penalty"]) == ("5.4", "0.6")
    assert files["moodle"][0]["Feedback comments"] == LATE.sentence


def test_each_member_of_a_group_has_a_row(tmp_path: Path) -> None:
    people = (Person("Ada Lovelace", sid="11"), Person("Alan Turing", sid="22"))
    files, _ = written(tmp_path, replace(ADA, entry=replace(ADA.entry, people=people)))
    assert [(row["SID"], row["Total Score"]) for row in files["gradescope"]] == [("11", "7"), ("22", "7")]


def test_the_canvas_gradebook_gives_its_ids_and_nobody_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.csv"
    path.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Two tasks (987)\n"
        "    Points Possible,,,,,10\n"
        '"Lovelace, Ada",501,11,ada,Lecture,\n'
        '"Turing, Alan",502,,alan,Lecture,\n'
        '"Hopper, Grace",503,33,grace,Lecture,\n',
        encoding="utf-8",
    )
    stranger = by_hand("submission_9", name="Nobody Knows", sid="99")
    book = gradebook_in(tables.read(path), "Two tasks")
    files, unmatched = written(tmp_path, ADA, ALAN, stranger, book=book)
    rows = {row["Student"]: row for row in files["canvas"][1:]}
    assert (rows["Lovelace, Ada"]["ID"], rows["Lovelace, Ada"]["Two tasks (987)"]) == ("501", "7")
    assert rows["Turing, Alan"]["ID"] == "502"  # by the login that begins the address
    assert (rows["Knows, Nobody"]["ID"], rows["Knows, Nobody"]["Two tasks (987)"]) == ("", "10")
    assert {(row["Name"], row["Why"]) for row in files["unmatched"]} == {
        ("Nobody Knows", "not in the Canvas gradebook"),
        ("Grace Hopper", "in the Canvas gradebook, handed in nothing"),
    }
    assert len(unmatched) == 2


def test_canvas_gets_no_column_that_it_would_take_for_an_assignment(tmp_path: Path) -> None:
    late = replace(ALAN, result=replace(ALAN.result, late=LATE))
    path = tmp_path / "gradebook.csv"
    path.write_text('Student,ID,SIS User ID,SIS Login ID,Section,HW 3 (987)\n"Turing, Alan",502,22,alan,L,\n')
    for book, column in ((None, "Two tasks"), (gradebook_in(tables.read(path), "HW 3"), "HW 3 (987)")):
        files, _ = written(tmp_path, late, book=book)
        known = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]  # Canvas's own; everything else is graded
        assert list(files["canvas"][0]) == [*known, column]


def test_a_gradebook_without_the_assignment_is_told_before_canvas_makes_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.csv"
    path.write_text("Student,ID,Section,HW 2 (986),HW 3 (987)\nAda,501,L,,\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"no column for “Two tasks”: make .* or say with --canvas-assignment .*HW 2"):
        gradebook_in(tables.read(path), "Two tasks")
    path.write_text("Student,ID,Section,HW 3 (986),HW 3 (987)\nAda,501,L,,\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"2 columns for “HW 3”"):
        gradebook_in(tables.read(path), "HW 3")


def test_a_plain_table_lies_beside_them(tmp_path: Path) -> None:
    eve = Roster(
        (Person("Ada King Lovelace", sid="11"), Person("Alan Turing", sid="22"), Person("Eve Late", "e@x.org"))
    )
    files, _ = written(tmp_path, ADA, replace(ALAN, result=replace(ALAN.result, late=LATE)), roster=eve)
    assert [list(row.values())[:7] for row in files["plain"]] == [
        ["Ada King Lovelace", "ada@x.org", "11", "02", "7", "10", "0"],
        ["Alan Turing", "alan@x.org", "22", "", "5.4", "10", "0.6"],
        ["Eve Late", "e@x.org", "", "", "", "10", ""],
    ]


def test_the_roster_tells_who_has_not_started_and_who_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(
        "\ufeffFirst Name;Last Name;SID;Email;Role;Section\n"
        "Ada;Lovelace;11;;Student;07\n"
        "Grace;Hopper;33;g@x.org;Student;\n"
        "Tim;Teacher;;t@x.org;Instructor;\n",
        encoding="utf-8",
    )
    files, _ = written(tmp_path, replace(ADA, entry=replace(ADA.entry, people=(Person("A. L.", sid="11"),))), ALAN,
                       roster=read_roster(path))  # fmt: skip
    assert {(row["Name"], row["Why"]) for row in files["unmatched"]} == {
        ("Alan Turing", "not on the roster"),
        ("Grace Hopper", "on the roster, handed in nothing"),
    }
    assert [(row["Last Name"], row["Status"], row["Sections"]) for row in files["gradescope"]] == [
        ("L.", "Graded", "07"), ("Turing", "Graded", ""), ("Hopper", "Missing", ""),
    ]  # fmt: skip


def test_nothing_handed_in_is_a_blank_or_a_zero_as_the_rubric_says(tmp_path: Path) -> None:
    path = tmp_path / "canvas.csv"
    path.write_text("Student,ID,SIS User ID,SIS Login ID,Section,HW (1)\n"
                    '"Lovelace, Ada",7,11,ada,A,\n"Hopper, Grace",8,33,grace,A,\n', encoding="utf-8")  # fmt: skip
    book = gradebook_in(tables.read(path), "HW")
    grace = Person("Grace Hopper", "grace@x.org", "33")
    rubric = Course.at(COURSE).rubric
    for missing, score in (("blank", ""), ("zero", "0")):
        late = replace(rubric.late, missing=missing)
        group = cohort.gather([ADA], roster=Roster((ADA.entry.people[0], grace)))
        group = replace(group, rubric=replace(rubric, late=late))
        texts, _ = grade_tables.contents(tmp_path, group, figures(group.graded), book)
        assert [row["Score"] for row in table(texts["plain.csv"])] == ["7", score]
        assert [row["Total Score"] for row in table(texts["gradescope.csv"])] == ["7", score]
        zeros = ["0"] if score else []
        assert [row["HW (1)"] for row in table(texts["canvas.csv"])][1:] == ["7", *zeros]
        assert [row["Two tasks"] for row in table(texts["moodle.csv"])] == ["7", *zeros]


def test_later_is_later_by_the_clock_and_not_by_its_digits(tmp_path: Path) -> None:
    """One export tells UTC, another the local time: 23:00 in Los Angeles is 07:00 of the next day."""
    first = by_hand("a", (0, 0), sid="11", created_at="2026-11-02T06:00:00+00:00")
    second = by_hand("b", (4, 6), sid="11", created_at="2026-11-01T23:00:00-08:00")
    files, _ = written(tmp_path, second, first)
    assert [row["Total Score"] for row in files["gradescope"]] == ["10"]


def test_every_time_is_shown_by_the_course_s_clock() -> None:
    rubric = Course.at(COURSE).rubric
    zurich = replace(rubric, dates=replace(rubric.dates, timezone="Europe/Zurich"))
    ada = by_hand("a", sid="11", created_at="2026-11-02T06:00:00+00:00")
    alan = by_hand("b", sid="22", created_at="2026-11-01T23:00:00-08:00")
    group = cohort.gather([ada, alan], rubric=zurich)
    assert [one.entry.created_at for one in group.graded] == ["2026-11-02T07:00:00+01:00", "2026-11-02T08:00:00+01:00"]


def test_of_two_submissions_the_later_counts_and_the_other_is_listed(tmp_path: Path) -> None:
    first = by_hand("a", (0, 0), sid="11", created_at="2026-11-01T10:00:00Z")
    second = by_hand("b", (4, 6), sid="11", created_at="2026-11-02T10:00:00Z")
    files, _ = written(tmp_path, second, first)
    assert [row["Total Score"] for row in files["gradescope"]] == ["10"]
    assert [(row["Submission"], row["Why"]) for row in files["unmatched"]] == [
        ("a", "another submission counts: b is later")
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_no_cell_becomes_a_formula(text: str, tmp_path: Path) -> None:
    assert cell(text).startswith("'")
    files, _ = written(tmp_path, by_hand("s", name=f"{text} Evil", email=text, sid=text))
    for rows in files.values():
        for row in rows:
            assert not any(value.startswith(("=", "+", "-", "@", "\t", "\r", "＝")) for value in row.values())


def test_the_item_table_prints_a_dash_where_a_figure_has_no_meaning(tmp_path: Path) -> None:
    files, _ = written(tmp_path, ADA, replace(ALAN, result=by_hand("x", (4, 6)).result))
    first, second, whole = files["items"]
    assert (first["Task"], first["Mean"], first["Discrimination (item-rest)"]) == ("1.1", "4", "–")
    assert (second["Mean"], second["Full marks"], whole["Points"]) == ("4.5", "1", "10")


def test_a_roster_that_is_none_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("colour,shape\nred,round\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"roster.csv:1: none of the columns name, first name, e-mail or SID is here"):
        read_roster(path)
    with pytest.raises(TableError, match="cannot be read: No such file"):
        read_roster(tmp_path / "nowhere.csv")
    path.write_text('name\n"Ada\n', encoding="utf-8")
    with pytest.raises(TableError, match=r"roster.csv:2: is not CSV"):
        read_roster(path)


def test_names_are_cut_as_gradebooks_do() -> None:
    assert first_and_last("Ada King Lovelace") == ("Ada King", "Lovelace")
    assert first_and_last("Lovelace, Ada") == ("Ada", "Lovelace")
    assert first_and_last("Plato") == ("Plato", "")


EXCUSED = (
    Override("overrides.csv:2", "22", "total", excused=True),
    Override("overrides.csv:3", "g@x.org", "total", excused=True),
)
FOUR = Roster((*ADA.entry.people, *ALAN.entry.people, Person("Grace Hopper", "g@x.org", "33"), Person("Eve", sid="44")))


def without_excused(out: Path, *class_: Graded, book: Gradebook | None = None) -> dict[str, dict[str, dict[str, str]]]:
    """Alan handed in and Grace did not; both are excused. Zeros are for those who are not."""
    zeros = Course.at(COURSE).rubric
    zeros = replace(zeros, late=replace(zeros.late, missing="zero"))
    group = cohort.gather(class_ or (ADA, ALAN), EXCUSED, FOUR, rubric=zeros)
    texts, _ = grade_tables.contents(out, group, figures(group.graded), book)
    who = {"gradescope": "SID", "canvas": "SIS User ID", "moodle": "ID number", "plain": "SID", "unmatched": "SID"}
    return {name: {row[who[name]]: row for row in table(texts[f"{name}.csv"])} for name in who}


def test_whoever_is_excused_has_no_score_and_no_zero_in_any_file(tmp_path: Path) -> None:
    files = without_excused(tmp_path)
    assert {sid: row["Two tasks"] for sid, row in files["canvas"].items() if sid} == {
        "11": "7", "22": "EX", "33": "EX", "44": "0",
    }  # fmt: skip
    assert {sid: row["Score"] for sid, row in files["plain"].items()} == {"11": "7", "22": "EX", "33": "EX", "44": "0"}
    assert {sid: (row["Total Score"], row["Status"]) for sid, row in files["gradescope"].items()} == {
        "11": ("7", "Graded"), "22": ("", "Excused"), "33": ("", "Excused"), "44": ("0", "Missing"),
    }  # fmt: skip
    assert {sid: row["Two tasks"] for sid, row in files["moodle"].items()} == {"11": "7", "44": "0"}
    assert (
        files["unmatched"]["22"]["Why"]
        == files["unmatched"]["33"]["Why"]
        == ("excused: no score counts; Moodle is told by hand")
    )


def test_canvas_knows_the_excused_by_its_own_ids(tmp_path: Path) -> None:
    path = tmp_path / "gradebook.csv"
    rows = '"Turing, Alan",502,22,alan,L,\n"Hopper, Grace",503,33,g,L,\n"Late, Eve",504,44,eve,L,\n'
    path.write_text("Student,ID,SIS User ID,SIS Login ID,Section,Two tasks (9)\n" + rows, encoding="utf-8")
    files = without_excused(tmp_path, ADA, ALAN, book=gradebook_in(tables.read(path), "Two tasks"))
    assert {row["ID"]: row["Two tasks (9)"] for sid, row in files["canvas"].items() if sid} == {
        "502": "EX", "503": "EX", "504": "0", "": "7",
    }  # fmt: skip


def test_one_of_a_group_is_excused_alone(tmp_path: Path) -> None:
    pair = replace(ADA, entry=replace(ADA.entry, people=(*ADA.entry.people, *ALAN.entry.people)))
    files = without_excused(tmp_path, pair)
    assert [files["canvas"][sid]["Two tasks"] for sid in ("11", "22")] == ["7", "EX"]
    assert "excused" not in pair.result.to_json()


def test_an_excuse_for_nobody_or_for_several_is_refused() -> None:
    for word, said in (("99", "nobody here is “99”"), ("22", "is excused already")):
        with pytest.raises(TableError, match=said):
            cohort.gather((ADA, ALAN), (EXCUSED[0], Override("overrides.csv:4", word, "total", excused=True)), FOUR)


def test_the_excused_student_reads_that_they_are(tmp_path: Path) -> None:
    group = cohort.gather((ADA, ALAN), EXCUSED, FOUR)
    ada, alan = group.graded
    assert sentences.adjustment(alan.result) == ["From the course staff: You are excused from this assignment."]
    assert not sentences.adjustment(ada.result)
    assert cohort.flags(alan, group.applied[alan.entry.id])["override"] == "Excused from this assignment."


def test_somebody_whose_number_only_one_submission_tells_is_one_person(tmp_path: Path) -> None:
    early = replace(ADA.entry, created_at="2026-11-13T20:00:00+00:00")
    bare = (replace(ADA.entry.people[0], sid=""),)
    later = replace(ALAN.entry, id="submission_9", people=bare, created_at="2026-11-14T20:00:00+00:00")
    files, _ = written(tmp_path, replace(ADA, entry=early), replace(ALAN, entry=later))
    assert [(row["SID"], row["Email"], row["Score"]) for row in files["plain"]] == [("11", "ada@x.org", "6")]
    assert [row["Why"] for row in files["unmatched"]] == ["another submission counts: submission_9 is later"]
