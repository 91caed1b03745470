"""A second whole term, with every policy on. A program of its own works out each number, and every file, the page and
the cards are held against it."""

from __future__ import annotations

import base64
import json
import re
import shutil
import statistics
import zlib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from softmark.classes import exports
from softmark.classes.journal import Journal
from softmark.commands.cli import main
from softmark.content.course import Course
from softmark.policy.version import autograder_version
from tests.mini_class import batch_here, told
from tests.mini_course import softmark
from tests.policy.platform import course_with
from tests.processes.term import registrar, story
from tests.processes.term.registrar import Registrar, Student, rows_of, shown

pytestmark = pytest.mark.slow
TITLE = "Scaling, in miniature"


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> str:
    return autograder_version(Course.at(course_with(tmp_path_factory.mktemp("version"), story.POLICY)))


@pytest.fixture(scope="module")
def term(tmp_path_factory: pytest.TempPathFactory, version: str) -> Path:
    """Graded in two batches, of which the first broke off; decided, and reported."""
    folder = story.written(tmp_path_factory.mktemp("term"), version)
    course, out, roster = folder / "course", folder / "out", folder / "roster.csv"
    entries = story.listed(version)
    some = {ident: entries[ident] for ident in list(entries)[:20]}
    first = story.written(tmp_path_factory.mktemp("first"), version, some)
    assert told(batch_here(first / "export", out, "--json", course=course))["graded"] == 20
    with Journal.open(out) as journal:
        journal.enlist(exports.read(folder / "export"), Course.at(course).rubric)
    assert main(["report", str(out), "--course", str(course)]) == 1, "25 wait, so no grade file may say anything"
    assert not (out / "grades").exists()
    done = told(batch_here(folder / "export", out, "--json", course=course))
    assert (done["unchanged"], done["graded"]) == (20, 25)
    story.decided(out)
    asked = ["--course", str(course), "--roster", str(roster), "--canvas-gradebook", str(folder / "gradebook.csv")]
    assert main(["report", str(out), *asked]) == 0
    assert main(["slip", str(out), str(folder / "slip_days.csv"), "--course", str(course)]) == 0
    assert main(["report", str(out), "--course", str(course)]) == 0
    return folder


@pytest.fixture(scope="module")
def truth(term: Path, version: str) -> Registrar:
    entries = story.listed(version)
    return Registrar(term, story.worth(entries), story.mistaken(entries), any_version=version)


def grades(term: Path, file: str, key: str) -> dict[str, dict[str, str]]:
    rows = rows_of(term / "out" / "grades" / file)
    assert len({row[key] for row in rows}) == len(rows), "nobody is in a file twice"
    return {row[key]: row for row in rows}


def ex(student: Student) -> str:
    return "EX" if student.state == "excused" else shown(student.score)


def test_the_second_program_shares_no_line_with_the_engine() -> None:
    assert not re.search(r"(import|from) (softmark|tests)", Path(registrar.__file__).read_text(encoding="utf-8"))


def test_the_story_has_every_policy_in_it(truth: Registrar) -> None:
    """By hand, so that the second program is held to something too."""
    scores = {number: truth.students[story.sid(number)].score for number in range(29, 47)}
    assert [shown(score) for score in scores.values()] == [
        "9", "9", "7",  # one day after each extension; seven days late, of which 30% are taken
        "6.3", "6.3", "10",  # the group, both by its own date; the name
        "10", "6", "7", "9",  # attempts: the best before, the best of three, with the mistake's point, and a late best
        "10", "4.9",  # slip days: two of three; one of four late days is covered
        "10", "10", "10", "",  # upheld; what is excused counts as the 4 of 4 of the rest; waived; excused
        "0", "",  # handed in nothing: a zero, and excused
    ]  # fmt: skip


def test_every_grade_file_says_the_same(term: Path, truth: Registrar) -> None:
    students = truth.students
    plain = grades(term, "plain.csv", "SID")
    assert {sid: (row["Name"], row["Score"]) for sid, row in plain.items()} == {
        sid: (student.name, ex(student)) for sid, student in students.items()
    }
    late = {sid: row["Late Penalty"] for sid, row in plain.items() if row["Late Penalty"]}
    assert late == {sid: shown(s.penalty) or "0" for sid, s in students.items() if s.state == "graded"}
    gradescope = grades(term, "gradescope.csv", "SID")
    words = {"graded": "Graded", "missing": "Missing", "excused": "Excused"}
    assert {sid: (row["Total Score"], row["Status"], row["Sections"]) for sid, row in gradescope.items()} == {
        sid: (shown(student.score), words[student.state], student.section) for sid, student in students.items()
    }
    for sid, row in gradescope.items():  # the columns of the tasks add up, or the line says why not
        tasks = [Decimal(cell) for title, cell in row.items() if title.endswith(" pts)") and cell]
        added = Decimal("0.5") if sid == story.sid(3) else Decimal(0)
        if row["Status"] == "Graded" and row["To Look At"] != "an earlier attempt counts":
            assert shown(sum(tasks) - Decimal(row["Late Penalty"]) + added) == row["Total Score"], sid
    earlier = {sid for sid, row in gradescope.items() if row["To Look At"]}
    assert earlier == {story.sid(number) for number in (35, 36, 38)}
    moodle = grades(term, "moodle.csv", "ID number")
    assert {sid: row[TITLE] for sid, row in moodle.items()} == {
        sid: shown(student.score) for sid, student in students.items() if student.state != "excused"
    }


def test_canvas_gets_its_own_ids(term: Path, truth: Registrar) -> None:
    rows = grades(term, "canvas.csv", "SIS User ID")
    assert rows.pop("")[f"{TITLE} (71)"] == "10"
    assert {sid: row[f"{TITLE} (71)"] for sid, row in rows.items()} == {sid: ex(s) for sid, s in truth.students.items()}
    known = {row["SIS User ID"]: row["ID"] for row in rows_of(term / "gradebook.csv")}
    assert {sid: row["ID"] for sid, row in rows.items()} == {sid: known.get(sid, "") for sid in truth.students}
    why = {(row["SID"], row["Why"]) for row in rows_of(term / "out" / "grades" / "unmatched.csv")}
    assert why == {
        (story.sid(28), "not in the Canvas gradebook"),
        (story.sid(99), "not in the Canvas gradebook"),
        (story.sid(99), "not on the roster"),
        (story.sid(33), "another submission counts: submission_32 is later"),
        (story.sid(44), "excused: no score counts; Moodle is told by hand"),
        (story.sid(46), "excused: no score counts; Moodle is told by hand"),
        (story.sid(45), "in the Canvas gradebook, handed in nothing"),
        (story.sid(45), "on the roster, handed in nothing"),
    }


def test_slip_days_are_written_back(term: Path, truth: Registrar) -> None:
    rows = {row["student"]: row for row in rows_of(term / "slip_days.csv")}
    assert {sid: row["mini-scaling"] for sid, row in rows.items()} == {
        sid: str(truth.students[sid].slips or "") for sid in rows
    }
    assert {sid: row["hw1"] for sid, row in rows.items()} == {story.sid(39): "1", story.sid(40): "2", story.sid(1): ""}


def unpacked(page: str) -> dict[str, Any]:
    found = re.search('id="core">([^<]*)<', page)
    assert found is not None
    core: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found.group(1)), -15))
    return core


def cards(page: str) -> dict[str, str]:
    found = re.findall(r'<dt>([^<]*)</dt><dd class="value">([^<]*)</dd><dd class="about">([^<]*)</dd>', page)
    return {label: value for label, value, _ in found} | {f"{label}, about": about for label, _, about in found}


def test_every_number_on_the_page(term: Path, truth: Registrar) -> None:
    page = (term / "out" / "report.html").read_text(encoding="utf-8")
    core, works = unpacked(page), {work.ident: work for work in truth.works}
    assert {ident: shown(Decimal(str(score))) for ident, score in zip(core["id"], core["score"], strict=True)} == {
        ident: shown(work.final) for ident, work in works.items()
    }
    for column, item in zip(core["scores"], ("1.1", "1.2"), strict=True):
        assert [shown(Decimal(str(score))) for score in column] == [
            shown(works[ident].rows[item]) for ident in core["id"]
        ]
    counted = {work.ident for work in truth.counted}
    assert {ident for ident, flag in zip(core["id"], core["counted"], strict=True) if flag == "1"} == counted
    assert cards(page) == overview(truth, "")


def overview(truth: Registrar, section: str) -> dict[str, str]:
    """The cards at the top, worked out by hand."""

    def here(student: Student) -> bool:
        return not section or student.section == section

    theirs = {s.submission for s in truth.students.values() if here(s) and s.submission}
    theirs |= {w.ident for w in truth.works for p in w.people if here(truth.students[p[":sid"]])}
    finals = [float(work.final) for work in truth.counted if work.ident in theirs]
    rows = [[float(points) for points in work.rows.values()] for work in truth.counted if work.ident in theirs]
    spread = sum(statistics.variance(column) for column in zip(*rows, strict=True))
    alpha = 2 * (1 - spread / statistics.variance([sum(row) for row in rows]))
    students = [s for s in truth.students.values() if here(s) and s.state == "graded"]
    listed = [s for s in truth.students.values() if here(s) and s.sid != story.sid(99)]
    missing = [s for s in listed if s.state == "missing"]
    full = sum(final >= 10 for final in finals)
    nobody = len(theirs) - len(finals)
    said = [f"from {len(students)} students"] if len(students) != len(theirs) else []
    said += [f"{nobody} not counted: they are nobody&#39;s grade"] if nobody else []
    return {
        "submissions": str(len(theirs)), "submissions, about": "; ".join(said),
        "mean": f"{statistics.mean(finals):.1f}", "mean, about": "of 10",
        "median": f"{statistics.median(finals):.1f}",
        "median, about": f"of 10, standard deviation {statistics.stdev(finals):.1f}",
        "full marks": str(full), "full marks, about": f"{100 * full / len(finals):.0f} %",
        "not started": str(len(missing)), "not started, about": f"of {len(listed)} on the roster",
        "reliability": f"{alpha:.2f}".replace("-", "−"), "reliability, about": "Cronbach’s alpha",
    }  # fmt: skip


@pytest.mark.parametrize("section", ["A", "B"])
def test_each_section_has_its_own_figures(term: Path, truth: Registrar, section: str) -> None:
    assert main(["report", str(term / "out"), "--course", str(term / "course"), "--section", section]) == 0
    page = (term / "out" / f"report-section-{section}.html").read_text(encoding="utf-8")
    assert cards(page) == overview(truth, section)


def test_every_card_says_what_its_student_gets(term: Path, truth: Registrar) -> None:
    for work in truth.works:
        folder = term / "out" / "students" / work.ident
        card = (folder / "report.md").read_text(encoding="utf-8")
        assert f"**{shown(work.final) or '0'} of 10 points" in card, work.ident
        assert json.loads((folder / "results.json").read_text(encoding="utf-8"))["score"] == float(work.final)
        assert (" late (due " in card) == work.late, work.ident
        assert "\\" not in card and "hospital" not in card and "too strict" not in card and "ill that" not in card
    excused = (term / "out" / "students" / "submission_44" / "report.md").read_text(encoding="utf-8")
    assert "You are excused from this assignment." in excused


def test_the_list_is_done_but_for_what_only_people_do(term: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["term", str(term / "out"), "--course", str(term / "course"), "--json"]) == 1
    steps = {step["name"]: step["state"] for step in json.loads(capsys.readouterr().out)}
    assert {name for name, state in steps.items() if state == "open"} == {"similarity", "upload"}
    assert steps["grade files"] == steps["lateness"] == steps["slip days"] == steps["requests"] == "done"


@pytest.fixture(scope="module")
def regraded(term: Path, version: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The check of one column is taken back; everybody is graded again into another folder."""
    folder = tmp_path_factory.mktemp("again")
    for file in ("roster.csv", "gradebook.csv"):
        shutil.copy(term / file, folder)
    (folder / "slip_days.csv").write_text(story.SLIP_DAYS, encoding="utf-8")
    shutil.copytree(term / "export", folder / "export")
    graders = course_with(folder, story.POLICY) / "autograder" / "graders" / "test_scaling.py"
    text = graders.read_text(encoding="utf-8")
    assert "x = draw(3, 1)" in text
    graders.write_text(text.replace("x = draw(3, 1)", "x = draw(3, 2)"), encoding="utf-8")
    out = folder / "out"
    done = softmark("batch", folder / "export", "--out", out, "--course", folder / "course", "--workers", "1")
    assert done.returncode == 0, done.stderr
    story.decided(out)
    shutil.copy(term / "out" / "slip_days.csv", out)
    return folder


def test_a_changed_check_makes_earlier_scores_incomparable_until_staff_choose(
    regraded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["report", str(regraded / "out"), "--course", str(regraded / "course")]
    assert main([*asked, "--roster", str(regraded / "roster.csv")]) == 1
    assert "another version of the grader gave a better score before for 2 of the 45" in capsys.readouterr().out
    assert not (regraded / "out" / "grades" / "plain.csv").exists()
    assert main([*asked, "--attempts", "history"]) == 0


def test_a_regrade_says_who_gains_and_the_files_follow(
    term: Path, regraded: Path, truth: Registrar, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = regraded / "out"
    assert main(["report", str(out), "--course", str(regraded / "course"), "--roster", str(regraded / "roster.csv"),
                 "--attempts", "history"]) == 0  # fmt: skip
    entries = story.listed(version)
    after = Registrar(regraded, story.worth(entries, later=True), story.mistaken(entries))
    rows = {row["SID"]: row["Score"] for row in rows_of(out / "grades" / "plain.csv")}
    assert rows == {sid: ex(student) for sid, student in after.students.items()}
    capsys.readouterr()
    assert main(["compare", str(term / "out"), str(out), "--out", str(regraded / "cmp"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    moved = {
        one.ident: (float(one.final), float(two.final))
        for one, two in zip(truth.works, after.works, strict=True)
        if one.final != two.final
    }
    changes = {each["submission"]: (each["before"], each["after"]) for each in data["changes"]}
    assert {ident: pair for ident, pair in changes.items() if pair[0] != pair[1]} == moved and moved
    assert data["loses"] == 0 and "Would anyone lose points? No." in data["answer"]


def test_the_resit_is_an_exam(term: Path, version: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = {ident: story.listed(version)[ident] for ident in ("submission_1", "submission_5", "submission_38")}
    folder = story.written(tmp_path, version, entries)
    exam, out = course_with(folder, story.POLICY + "visibility: exam\n"), folder / "out"
    assert softmark("batch", folder / "export", "--out", out, "--course", exam, "--workers", "1").returncode == 0
    story.decided(out)
    (out / "overrides.csv").write_text(story.OVERRIDES.split("\n")[0] + "\n", encoding="utf-8")
    assert main(["report", str(out), "--attempts", "history"]) == 0
    card = out / "students" / "submission_5" / "report.md"
    assert "your work has arrived" in card.read_text(encoding="utf-8") and "points" not in card.read_text("utf-8")
    assert main(["release", str(out)]) == 0 and main(["report", str(out)]) == 0
    assert "check.py" not in card.read_text(encoding="utf-8")
    truth = Registrar(folder, story.worth(entries), {})
    for work in truth.works:
        text = (out / "students" / work.ident / "report.md").read_text(encoding="utf-8")
        assert f"**{shown(work.final) or '0'} of 10 points" in text
