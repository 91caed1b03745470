"""A class with Gradescope's own dates, from the export to the page: who was late, by which date, and what it cost.

10 % a day, due 14 November 23:59 in California. Every number below was worked out by hand.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.classes.report.test_command import softmark
from tests.mini_class import BY_VARIANCE, RIGHT, WRONG_AXIS, a_class, batch_here, count, told
from tests.policy.platform import course_with as course

TEN_A_DAY = "late: {per: day, percent: 10}\n"
DATES = """  :assignment:
    :due_date: 2026-11-14 23:59:00 -08:00
    :late_due_date: 2026-11-17 23:59:00 -08:00
"""


def entry(number: int, at: str, *people: str, dates: str = DATES, own: str = "") -> str:
    submitters = "".join(
        f"  - :name: {name}\n    :email: {name.split()[0].lower()}@x.edu\n    :sid: '{number}{place}'\n{own}"
        for place, name in enumerate(people)
    )
    return f"submission_{number}:\n  :submitters:\n{submitters}  :created_at: 2026-11-{at}:00 -08:00\n{dates}"


EXPORT = "---\n" + "".join((
    entry(1, "14 20:00", "Ada Lovelace"),
    entry(2, "16 20:00", "Ben Late"),
    entry(3, "17 12:00", "Cleo Extended"),
    entry(4, "18 10:00", "Dora Group", "Emil Group"),
    entry(5, "20 12:00", "Fay Undated", dates=""),
    entry(6, "15 12:00", "Gus Own", own="    :due_date: 2026-11-15 23:59:00 -08:00\n"),
))  # fmt: skip
UNDATED = EXPORT.replace(DATES, "").replace(":due_date:", ":other:")
EXTENSIONS = "student,until\ncleo@x.edu,2026-11-16 23:59 -08:00\n41,2026-11-17 23:59 -08:00\n"
"""41 is Emil."""


def an_export(folder: Path, text: str = EXPORT) -> Path:
    works = (RIGHT, WRONG_AXIS, RIGHT, BY_VARIANCE, WRONG_AXIS, RIGHT)  # 10, 6, 10, 4, 6 and 10 points
    listed = {f"submission_{number}": files for number, files in enumerate(works, 1) if f"submission_{number}:" in text}
    a_class(folder, **listed)
    (folder / "submission_metadata.yml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The course, the export, and the folder of its grades with two extensions."""
    folder = tmp_path_factory.mktemp("late")
    rules, export = course(folder, TEN_A_DAY), an_export(folder / "export")
    (folder / "out").mkdir()
    (folder / "out" / "extensions.csv").write_text(EXTENSIONS, encoding="utf-8")
    done = batch_here(export, folder / "out", course=rules)
    assert done.returncode == 0, done.stderr
    return rules, export, folder / "out"


@pytest.fixture
def out(graded: tuple[Path, Path, Path], tmp_path: Path) -> Path:
    """A copy of the graded class, to change."""
    return Path(shutil.copytree(graded[2], tmp_path / "out"))


def rows(out: Path, name: str = "gradescope") -> dict[str, dict[str, str]]:
    """First name → the line of a grade file."""
    with (out / "grades" / f"{name}.csv").open(encoding="utf-8") as stream:
        return {row.get("First Name") or row.get("First name") or row["Student"]: row for row in csv.DictReader(stream)}


def penalties(out: Path) -> dict[str, tuple[str, str, str]]:
    return {n: (r["Total Score"], r["Late Penalty"], r["Lateness (H:M:S)"]) for n, r in rows(out).items()}


def files(out: Path) -> str:
    """Everything that a report wrote for students and for other programs."""
    return "\n".join(path.read_text(encoding="utf-8") for part in ("students", "grades") for path in
                     sorted((out / part).rglob("*")) if path.is_file())  # fmt: skip


def test_every_number_is_the_one_worked_out_by_hand(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("report", out) == 0
    assert penalties(out) == {
        "Ada": ("10", "0", "00:00:00"),
        "Ben": ("4.8", "1.2", "44:01:00"),  # two days have begun: 20 % of 6
        "Cleo": ("9", "1", "12:01:00"),  # a day after her extension: 10 % of 10
        "Dora": ("3.6", "0.4", "10:01:00"),  # a day after Emil's: 10 % of 4
        "Emil": ("3.6", "0.4", "10:01:00"),
        "Fay": ("6", "0", ""),
        "Gus": ("10", "0", "00:00:00"),
    }
    said = capsys.readouterr().out
    assert "6 submissions, mean 7.23" in said  # 43.4 / 6
    assert "lateness undecided: 1, flagged, with nothing taken off" in said


def test_the_grade_files_say_which_date_counted_and_from_where(out: Path) -> None:
    assert softmark("report", out) == 0
    dates = ("Due Date", "Late Due Date", "Due Date From", "To Look At")
    due, late_due = "2026-11-14T23:59:00-08:00", "2026-11-17T23:59:00-08:00"
    expected = {
        "Ada": [due, late_due, "the export", ""],
        "Ben": [due, late_due, "the export", ""],
        "Cleo": ["2026-11-16T23:59:00-08:00", "2026-11-19T23:59:00-08:00", "extension", ""],
        "Dora": [late_due, "2026-11-20T23:59:00-08:00", "extension, the latest in the group", ""],
        "Emil": [late_due, "2026-11-20T23:59:00-08:00", "extension, the latest in the group", ""],
        "Fay": ["", "", "", "lateness undecided"],
        "Gus": ["2026-11-15T23:59:00-08:00", "2026-11-18T23:59:00-08:00", "their own date in the export", ""],
    }
    for name in ("gradescope", "moodle"):
        assert {who: [row[column] for column in dates] for who, row in rows(out, name).items()} == expected, name
    canvas = rows(out, "canvas")
    title = "Scaling, in miniature"
    assert canvas["Late, Ben"][title] == "4.8"
    assert not set(dates) & set(canvas["Late, Ben"]), "Canvas would make an assignment of each"
    assert rows(out, "moodle")["Ben"]["Feedback comments"] == (
        "2 days late (due 14 Nov 2026 23:59 (UTC−8), handed in 16 Nov 2026 20:00 (UTC−8)): 2 × 10% = 20% of 6 = −1.2."
    )
    assert rows(out, "moodle")["Fay"]["Feedback comments"].startswith("Lateness undecided: the grader does not know")


def test_a_student_reads_what_lateness_cost_and_nothing_about_extensions(out: Path) -> None:
    assert softmark("report", out) == 0
    cards = {path.name: path for path in (out / "students").iterdir()}
    group, fay = (
        (cards[name] / "report.html").read_text(encoding="utf-8") for name in ("submission_4", "submission_5")
    )
    assert "3.6 of 10 points, 4 earned" in group and "the latest in your group" in group
    assert "6 of 10 points, lateness undecided" in fay
    assert json.loads((cards["submission_2"] / "results.json").read_text(encoding="utf-8"))["score"] == 4.8
    for folder in cards.values():
        assert all("extension" not in path.read_text(encoding="utf-8").lower() for path in folder.glob("report.*"))


def test_an_extension_that_is_entered_later_counts_at_the_next_report(
    graded: tuple[Path, Path, Path], out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, export, _ = graded
    assert softmark("report", out) == 0 and "−1.2" in files(out)
    with (out / "extensions.csv").open("a", encoding="utf-8") as stream:
        stream.write("BEN@x.edu,2026-11-16 23:59 -08:00\n")
    assert softmark("report", out) == 0
    assert penalties(out)["Ben"] == ("6", "0", "00:00:00")
    assert "−1.2" not in files(out) and "1.2 taken off" not in (out / "report.html").read_text(encoding="utf-8")
    before = count(out)
    again = told(batch_here(export, out, "--json", course=rules))
    assert (again["graded"], again["unchanged"], count(out)) == (0, 6, before)
    assert softmark("report", out) == 0 and penalties(out)["Ben"] == ("6", "0", "00:00:00")
    (out / "extensions.csv").unlink()
    assert softmark("report", out) == 0
    assert penalties(out)["Ben"][1] == "1.2", "an extension taken back is taken back"
    assert penalties(out)["Cleo"] == ("7", "3", "60:01:00")  # three days have begun
    assert penalties(out)["Dora"] == ("2.4", "1.6", "82:01:00")  # four


def test_a_changed_date_in_a_new_export_counts_without_grading_again(
    graded: tuple[Path, Path, Path], out: Path, tmp_path: Path
) -> None:
    moved = an_export(tmp_path / "moved", EXPORT.replace("due_date: 2026-11-14 23:59", "due_date: 2026-11-15 23:59"))
    assert told(batch_here(moved, out, "--json", course=graded[0]))["graded"] == 0
    assert softmark("report", out) == 0 and penalties(out)["Ben"] == ("5.4", "0.6", "20:01:00")


def test_points_that_staff_grant_are_there_before_lateness_takes_its_share(out: Path) -> None:
    (out / "overrides.csv").write_text(
        "student,item,points,note_staff,note_student,who,when\nben@x.edu,1.1,4,a misprint,,Sam,2026-11-20\n",
        encoding="utf-8",
    )
    assert softmark("report", out) == 0 and penalties(out)["Ben"] == ("8", "2", "44:01:00")  # 20 % of 10


def test_compare_says_that_a_date_made_the_difference(
    graded: tuple[Path, Path, Path], out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out / "extensions.csv").unlink()
    assert softmark("compare", out, graded[2], "--out", out, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {change["name"]: (change["before"], change["after"], change["why"]) for change in told["changes"]} == {
        "Cleo Extended": (7, 9, ["late"]),
        "Dora Group, Emil Group": (2.4, 3.6, ["late"]),
    }


def test_what_was_handed_in_after_the_late_due_date_can_be_refused_and_keeps_the_earlier_score(tmp_path: Path) -> None:
    history = "  :history:\n  - :created_at: 2026-11-13 12:00:00 -08:00\n    :score: 5.5\n"
    text = entry(1, "17 23:59", "Ada Lovelace") + entry(2, "18 00:00", "Ben Late") + history
    rules = course(tmp_path, "late: {per: day, percent: 10, closed: refuse}\n")
    assert batch_here(an_export(tmp_path / "export", text), tmp_path / "out", course=rules).returncode == 0
    assert softmark("report", tmp_path / "out") == 0
    assert {who: row["Total Score"] for who, row in rows(tmp_path / "out").items()} == {"Ada": "7", "Ben": "5.5"}


@pytest.fixture(scope="module")
def undated(graded: tuple[Path, Path, Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The same class without any date, and what its batch said."""
    folder = tmp_path_factory.mktemp("undated")
    done = batch_here(an_export(folder / "export", UNDATED), folder / "out", course=graded[0])
    assert done.returncode == 0, done.stderr
    return folder / "out", done.stdout


class TestNobodyHasADate:
    @pytest.fixture
    def out(self, undated: tuple[Path, str], tmp_path: Path) -> Path:
        return Path(shutil.copytree(undated[0], tmp_path / "out"))

    def test_the_batch_grades_and_says_what_to_do(self, undated: tuple[Path, str]) -> None:
        assert "graded: 6" in undated[1]
        assert (
            "lateness undecided: a late policy is on and nobody has a due date: enter `dates:` in the rubric and run "
            f"`softmark batch` again, or fill {undated[0] / 'extensions.csv'}; until then no grade files are written"
        ) in undated[1]

    def test_no_grade_file_is_written_and_none_is_left(self, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (out / "grades").mkdir()
        (out / "grades" / "canvas.csv").write_text("of an earlier report\n", encoding="utf-8")
        (out / "grades" / "mine.txt").write_text("a person's own\n", encoding="utf-8")
        assert softmark("report", out) == 1
        assert "nobody has a due date: enter `dates:` in the rubric" in capsys.readouterr().out
        assert [path.name for path in (out / "grades").iterdir()] == ["mine.txt"]
        card = (out / "students" / "submission_2" / "report.html").read_text(encoding="utf-8")
        assert "6 of 10 points, lateness undecided" in card and "does not know yet whether this was handed in" in card

    def test_two_such_classes_can_be_compared(self, undated: tuple[Path, str], out: Path) -> None:
        assert softmark("compare", undated[0], out, "--out", out) == 0

    def test_one_extension_does_not_settle_the_others(self, out: Path) -> None:
        (out / "extensions.csv").write_text(EXTENSIONS, encoding="utf-8")
        assert softmark("report", out) == 1 and not (out / "grades").exists()

    def test_a_date_for_everybody_does(self, out: Path) -> None:
        people = ("ada", "ben", "cleo", "dora", "fay", "gus")
        lines = "".join(f"{who}@x.edu,2026-11-18 23:59 -08:00\n" for who in people)
        (out / "extensions.csv").write_text(f"email,date\n{lines}", encoding="utf-8")
        assert softmark("report", out) == 0
        assert penalties(out)["Fay"] == ("4.8", "1.2", "36:01:00")

    def test_and_so_does_a_date_in_the_rubric(self, graded: tuple[Path, Path, Path], out: Path, tmp_path: Path) -> None:
        rules = course(tmp_path, TEN_A_DAY + "dates: {timezone: America/Los_Angeles, due: 2026-11-15 23:59}\n")
        export = an_export(tmp_path / "export", UNDATED)
        (out / "extensions.csv").write_text("sid,until\n20,2026-11-16 19:59\n", encoding="utf-8")  # the rubric's zone
        assert batch_here(export, out, course=rules).returncode == 0
        assert softmark("report", out) == 0
        assert penalties(out)["Ben"] == ("5.4", "0.6", "00:01:00")
        assert (penalties(out)["Fay"], rows(out)["Fay"]["Due Date From"]) == (("3", "3", "108:01:00"), "the rubric")

    def test_the_page_says_so_instead_of_a_total(self, out: Path, visit: Any) -> None:
        assert softmark("report", out) == 1
        seen = visit((out / "report.html").read_text(encoding="utf-8"))
        assert "nobody has a due date" in (seen.page.locator("#overview .open").text_content() or "")
        assert "of 10, lateness undecided" in seen.page.locator("#overview").text_content()
        assert seen.open("Ben Late").locator(".total").text_content() == "6 of 10 points, lateness undecided"
        assert seen.quiet()


def test_a_class_without_times_of_hand_in_is_undecided_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = course(tmp_path, TEN_A_DAY + "dates: {due: 2026-11-14 23:59 -08:00}\n")
    a_class(tmp_path / "in", anna=RIGHT, ben=WRONG_AXIS)
    assert batch_here(tmp_path / "in", tmp_path / "out", course=rules).returncode == 0
    assert softmark("report", tmp_path / "out") == 1
    assert "nobody has a time of hand-in: grade Gradescope's export, or a CSV" in capsys.readouterr().out


def test_a_course_without_a_late_policy_has_nothing_to_decide(tmp_path: Path) -> None:
    a_class(tmp_path / "in", anna=RIGHT, ben=WRONG_AXIS)
    assert batch_here(tmp_path / "in", tmp_path / "out").returncode == 0
    assert softmark("report", tmp_path / "out") == 0
    assert [row["To Look At"] for row in rows(tmp_path / "out").values()] == ["", ""]


def test_a_ta_sees_the_date_the_extension_and_the_flag_on_the_page(out: Path, visit: Any) -> None:
    assert softmark("report", out) == 0
    seen = visit((out / "report.html").read_text(encoding="utf-8"))
    seen.page.locator("#looks").get_by_role("button", name="Lateness undecided").click()
    assert seen.names() == ["Fay Undated"]
    seen.page.locator("#looks").get_by_role("button", name="Lateness undecided").click()
    cleo = seen.open("Cleo Extended").text_content()
    assert "Due: 16 Nov 2026 23:59 (UTC−8) (extension)" in cleo and "Late by (H:M:S): 12:01:00" in cleo
    assert "9 of 10 points, 1 taken off for lateness" in cleo
    seen.page.keyboard.press("Escape")
    fay = seen.open("Fay Undated")
    assert fay.locator(".total").text_content() == "6 of 10 points, lateness undecided"
    assert "no due date is known here, so nothing is taken off; enter one in extensions.csv" in fay.text_content()
    assert seen.quiet()


def test_an_anonymous_page_tells_no_dates_and_no_extensions(out: Path) -> None:
    from tests.classes.report.test_page import everything

    assert softmark("report", out, "--anonymous") == 0
    html = (out / "report-anonymous.html").read_text(encoding="utf-8")
    text = re.sub(r"Made [^<]*", "", everything(html))  # the day on which it was made is nobody's
    assert "16 Nov" not in text and "(extension)" not in text and "12:01:00" not in text
