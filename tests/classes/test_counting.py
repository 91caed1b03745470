"""What counts for each person: staff's lists, dates and the late rule, applied to grades that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classes.made_up import a_class, entry
from tests.mini_class import report, rows, table
from tests.policy.platform import course_with

RIGHT, HALF = {"1.1": 4.0, "1.2": 6.0}, {"1.1": 4.0, "1.2": 1.0}
DATED = "dates: {timezone: America/Los_Angeles, due: 2026-11-14 23:59}\n"
TEN_A_DAY = DATED + "late: {per: day, percent: 10}\n"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def lists(out: Path, **texts: str) -> None:
    out.mkdir(exist_ok=True)
    for name, text in texts.items():
        (out / f"{name}.csv").write_text(text, encoding="utf-8")


def grades(out: Path, rules: str = "", *options: object) -> dict[str, dict[str, str]]:
    """grades.csv, by name."""
    done = report(out, *options, course=course_with(out.parent, rules))
    assert done.returncode == 0, done.stderr
    return table(out / "grades.csv")


def refused(out: Path, rules: str = "") -> list[str]:
    """What a report says of lists that cannot be used."""
    done = report(out, course=course_with(out.parent, rules))
    assert done.returncode == 2 and not (out / "grades.csv").exists()
    return done.stderr.splitlines()


class TestLateness:
    def test_an_extension_moves_the_date_and_the_end_of_late_work(self, out: Path) -> None:
        rules = "dates: {timezone: UTC, due: 2026-11-14 23:59, late_due: 2026-11-16 23:59}\n"
        a_class(
            out, {entry("a", "Ada", at="2026-11-18T12:00:00Z"): RIGHT, entry("b", "Ben", at="2026-11-18T12:00Z"): RIGHT}
        )
        lists(out, extensions="student,until\nada@x.edu,2026-11-17 23:59\n")
        found = grades(out, rules + "late: {per: day, percent: 10, closed: zero}\n")
        assert (found["Ada"]["score"], found["Ada"]["late"]) == ("9", "1")
        assert (found["Ben"]["score"], found["Ben"]["earned"]) == ("0", "10")

    def test_a_partner_s_extension_counts_for_the_group(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada", "Ben", at="2026-11-16T20:00:00-08:00"): RIGHT})
        lists(out, extensions="student,due\nben@x.edu,2026-11-16 23:59\n")
        assert {line["score"] for line in grades(out, TEN_A_DAY).values()} == {"10"}

    def test_also_where_the_partner_has_handed_in_alone_since(self, out: Path) -> None:
        both, alone = (
            entry("a", "Ada", "Ben", at="2026-11-16T20:00:00-08:00"),
            entry("b", "Ben", at="2026-11-16T21:00:00-08:00"),
        )
        a_class(out, {both: RIGHT, alone: HALF})
        lists(out, extensions="student,due\nben@x.edu,2026-11-16 23:59\n")
        found = grades(out, TEN_A_DAY)
        assert (found["Ada"]["score"], found["Ben"]["score"]) == ("10", "5")

    def test_free_days_are_told(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada", at="2026-11-17T20:00:00-08:00"): RIGHT})
        found = grades(out, DATED + "late: {per: day, percent: 10, free_days: 2}\n")["Ada"]
        assert (found["score"], found["late"], found["free days used"]) == ("9", "3", "2")
        ((said,),) = rows(out, "SELECT said FROM counted")
        assert said.endswith("less 2 free days, 10% of 10 = −1.")

    def test_where_nobody_has_a_date_no_grade_file_is_written_and_an_old_one_goes(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada"): RIGHT})
        assert grades(out)["Ada"]["score"] == "10"
        (out.parent / "course" / "autograder" / "rubric.yaml").open("a").write("late: {per: day, percent: 10}\n")
        done = report(out, course=out.parent / "course")
        assert done.returncode == 1 and "has a due date, so no grade file is written" in done.stdout
        assert not (out / "grades.csv").exists() and (out / "mistakes.csv").exists()

    def test_one_extension_is_no_due_date_for_the_others(self, out: Path) -> None:
        a_class(out, {entry(name[0], name): RIGHT for name in ("Ada", "Ben", "Cleo")})
        lists(out, extensions="student,due\nada@x.edu,2026-11-20 23:59 -08:00\n")
        done = report(out, course=course_with(out.parent, "late: {per: day, percent: 10}\n"))
        assert done.returncode == 1 and not (out / "grades.csv").exists()

    def test_an_extension_that_takes_time_away_is_told(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada"): RIGHT})
        lists(out, extensions="student,due\nada@x.edu,2025-11-14 23:59\n")
        done = report(out, course=course_with(out.parent, TEN_A_DAY))
        assert "extensions.csv:2: ada@x.edu is due before everybody else" in done.stdout
        lists(out, extensions="student,due,late due\nada@x.edu,2026-11-20 23:59,2026-11-18 23:59\n")
        (out / "grades.csv").unlink()
        assert refused(out, TEN_A_DAY) == [
            "extensions.csv:2: late due is before due: work would be too late before it is late"
        ]

    def test_a_class_that_nobody_has_handed_in_to_lacks_no_date(self, out: Path) -> None:
        a_class(out, {})
        lists(out, roster="name,email\nAda,ada@x.edu\n")
        assert grades(out, TEN_A_DAY)["Ada"]["why empty"] == "nothing handed in"

    def test_who_has_no_date_in_a_dated_class_is_told(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada"): RIGHT, entry("b", "Ben", at=None): RIGHT})
        done = report(out, course=course_with(out.parent, TEN_A_DAY))
        assert "Ben has no time of hand-in, so nothing counts as late" in done.stdout


class TestOverrides:
    def test_a_task_the_total_and_what_lateness_takes(self, out: Path) -> None:
        late = "2026-11-15T20:00:00-08:00"
        a_class(out, {entry(name[0], name, at=late): HALF for name in ("Ada", "Ben", "Cleo", "Dora")})
        lists(
            out,
            overrides="student,task,score,reason\nada@x.edu,1.2,6,regrade\nben@x.edu,total,+2,\nBEN@x.edu,1.1,2,\n"
            "cleo@x.edu,late,0,ill\ndora@x.edu,total,-9,\n",
        )
        found = grades(out, TEN_A_DAY)
        assert {name: line["score"] for name, line in found.items()} == {
            "Ada": "9",  # (4 + 6) less a tenth
            "Ben": "4.7",  # (2 + 1) less a tenth, and 2
            "Cleo": "5",
            "Dora": "0",
        }
        assert found["Ada"]["1.2"] == "6" and found["Ben"]["adjusted"] == "2" and found["Cleo"]["taken off"] == ""

    def test_more_than_all_points_is_told(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada"): RIGHT})
        lists(out, overrides="student,task,score\nada@x.edu,total,95\n")
        done = report(out, course=course_with(out.parent, ""))
        assert "overrides.csv:2: with 95 added, ada@x.edu has 105 of 10" in done.stdout

    def test_ex_is_no_number_anywhere(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada"): RIGHT, entry("b", "Ben"): RIGHT})
        lists(out, overrides="student,task,score,reason\nada@x.edu,total,EX,ill\nben@x.edu,EX,,\n")
        gradebook = out.parent / "gradebook.csv"
        gradebook.write_text(
            'Student,ID,SIS Login ID,"Scaling, in miniature (77)"\nPoints Possible,,,10\n"Ada",1,ada,3\n"Ben",2,ben,\n',
            encoding="utf-8",
        )
        found = grades(out, "", "--canvas", gradebook)
        numbers = ("score", "earned", "1.1", "1.2", "taken off")
        assert {found[name][column] for name in ("Ada", "Ben") for column in numbers} == {""}
        assert found["Ada"]["why empty"] == "excused: ill"
        told = (out / "canvas.csv").read_text(encoding="utf-8-sig").splitlines()
        assert told[2:] == ["Ada,1,ada,EX", "Ben,2,ben,EX"]
        grades(out)
        assert not (out / "canvas.csv").exists(), "nobody uploads grades of an earlier report"

    def test_every_line_that_means_nothing_is_told_at_once_with_its_place(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada"): RIGHT, entry("b", "Ben"): RIGHT})
        lists(
            out,
            overrides="student,task,score\nada@x.edu,1.1,2\nada@x.edu,1.1,3\nben@x.edu,9.9,1\nben@x.edu,1.2,7\n"
            "nobody@x.edu,total,1\nben@x.edu,1.1,EX\nben@x.edu,late,-1\nada@x.edu,total,\n",
            extensions="student,due\nben@x.edu,2026-11-20\nada@x.edu,2026-11-20 23:59\nAda,2026-11-21 23:59\n"
            "ben@x.edu,\n",
        )
        assert refused(out, TEN_A_DAY) == [
            "extensions.csv:2: due: 2026-11-20 has no time of day: write 2026-11-20 23:59 if that is meant",
            "extensions.csv:4: Ada has an extension already (extensions.csv:3)",
            "extensions.csv:5: names no date: write one into the column due",
            "overrides.csv:3: 1.1 of ada@x.edu is decided already (overrides.csv:2)",
            "overrides.csv:4: there is no task 9.9 (there are: 1.1, 1.2; and total, late, EX)",
            "overrides.csv:5: 7 is not between 0 and 6, the points of 1.2",
            "overrides.csv:6: nobody@x.edu is nobody in this class",
            "overrides.csv:7: EX excuses from the whole assignment: write total in the column task",
            "overrides.csv:8: -1 is not what can be taken off: 0 or more",
            "overrides.csv:9: score: is empty",
        ]

    def test_a_task_is_found_in_any_case(self, out: Path) -> None:
        course = course_with(out.parent, "", ('"1.2"', "A1"))
        a_class(out, {entry("a", "Ada"): {"1.1": 4.0}})
        lists(out, overrides="student,task,score\nAda,a1,3\n")
        assert report(out, course=course).returncode == 0
        assert rows(out, "SELECT task, score FROM decided") == [("A1", 3.0)]

    def test_an_override_where_nothing_is_graded_says_that_it_does_nothing(self, out: Path) -> None:
        a_class(out, {entry("a", "Ada", place=""): None, entry("b", "Ben"): RIGHT})
        lists(out, overrides="student,task,score\nada@x.edu,total,+5\n")
        done = report(out, course=course_with(out.parent, ""))
        assert (
            "overrides.csv:2: changes nothing for Ada (listed, and the folder is missing in the export)" in done.stdout
        )
        assert rows(out, "SELECT final, adjusted, said FROM counted WHERE name = 'Ada'") == [(None, 0.0, "")]


class TestNumbersThatAreNotThere:
    def test_a_missing_folder_and_a_grader_s_failure_are_empty_in_every_file(self, out: Path) -> None:
        a_class(
            out,
            {
                entry("a", "Ada", place=""): None,
                entry("b", "Ben"): {"1.1": 4.0, "1.2": None},
                entry("c", "Cleo"): None,
            },
        )
        gradebook = out.parent / "gradebook.csv"
        gradebook.write_text(
            'Student,ID,SIS Login ID,"Scaling, in miniature"\nAda,1,ada,3\nBen,2,ben,3\nCleo,3,cleo,3\nDora,4,dora,3\n',
            encoding="utf-8",
        )
        lists(out, roster="name,email\nAda,ada@x.edu\nBen,ben@x.edu\nCleo,cleo@x.edu\nEve,eve@x.edu\n")
        found = grades(out, "", "--canvas", gradebook)
        assert {name: (line["score"], line["why empty"]) for name, line in found.items()} == {
            "Ada": ("", "listed, and the folder is missing in the export"),
            "Ben": ("", "the grader failed in 1 of its tasks"),
            "Cleo": ("", "handed in, not graded yet"),
            "Eve": ("", "nothing handed in"),
        }
        told = (out / "canvas.csv").read_text(encoding="utf-8-sig").splitlines()
        assert told[1:] == ["Ada,1,ada,", "Ben,2,ben,", "Cleo,3,cleo,", "Dora,4,dora,3"]

    def test_staff_may_decide_where_the_grader_failed(self, out: Path) -> None:
        a_class(out, {entry("b", "Ben"): {"1.1": 4.0, "1.2": None}})
        lists(out, overrides="student,task,score\nben@x.edu,1.2,5\n")
        assert grades(out)["Ben"]["score"] == "9"


def test_a_roster_with_one_person_twice_is_refused_and_a_stranger_told(out: Path) -> None:
    a_class(out, {entry("a", "Ada"): RIGHT, entry("z", "Zoe"): RIGHT})
    lists(out, roster="name,email,section\nAda,ada@x.edu,A\nAda,ADA@x.edu,B\n")
    assert refused(out) == ["roster.csv:3: ADA@x.edu is there already (roster.csv:2)"]
    lists(out, roster="First Name,Last Name,Email,Sections\nAda,Lovelace,ada@x.edu,A\n")
    done = report(out, course=course_with(out.parent, ""))
    assert "Zoe handed in and is not in roster.csv" in done.stdout
    assert table(out / "grades.csv")["Ada Lovelace"]["section"] == "A"
