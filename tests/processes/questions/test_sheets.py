"""`softmark sheets`: a class's questions on paper, the key, the marks, and what the instructor alone reads."""

import csv
import json
import os
import re
import shutil
import stat

import pytest

from softmark.classes import sheet_marks as marks
from softmark.files.tables import TableError
from softmark.questions.question import Question
from tests.mini_course import COURSE, grade, softmark

STATS = """import numpy as np


def mean(x):
    columns = x.shape[-1]
    parts = x / columns
    doubled = parts * 2
    both = doubled.sum(axis=-1)
    return both / 2
"""
SCALE = """import numpy as np
from stats import mean


def standardise(x):
    centre = mean(x)[:, None]
    centred = x - centre
    squares = centred**2
    variance = mean(squares)
    spread = variance**0.5
    rows = spread[:, None]
    return centred / rows
"""
LONG = {"stats.py": STATS, "scale.py": SCALE}
"""Enough lines for questions at home and others on a sheet."""
OTHER = SCALE.replace("centred = x - centre", "centred = -(centre - x)")
ALIAS = STATS.replace("def mean", "def own_mean") + "\n\nmean = own_mean\n"
BAD_NAME = '<b>"Grace"</b>'
QUESTIONS = 'questions:\n  - {id: one, title: One, ask: "1 + 1?", answer: "2", why: Count.}\n'
UNWRITTEN = 'def mean(x):\n    raise NotImplementedError("Task 1.1: not written")\n'


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The miniature, with sheets asked for."""
    root = tmp_path_factory.mktemp("course") / "mini"
    shutil.copytree(COURSE, root)
    rubric = root / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text(encoding="utf-8") + "understanding: supervised\n", encoding="utf-8")
    (root / "autograder" / "questions.yaml").write_text(QUESTIONS, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def made(course, tmp_path_factory):
    """Ada and Grace are a group; Bob wrote otherwise; Carl wrote nothing that is right; Dora gave her function another
    name."""
    home = tmp_path_factory.mktemp("class")
    works = {
        "group": LONG,
        "bob": {**LONG, "scale.py": OTHER},
        "carl": {**LONG, "stats.py": UNWRITTEN},
        "dora": {**LONG, "stats.py": ALIAS},
    }
    for name, files in works.items():
        (home / name).mkdir()
        for file, text in files.items():
            (home / name / file).write_text(text, encoding="utf-8")
    rows = [("Ada", "group", "1"), (BAD_NAME, "group", "2"), ("Bob", "bob", "3"), ("Carl", "carl", "4")]
    rows.append(("Dora", "dora", "5"))
    with (home / "class.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("name", "path", "sid"), *rows])
    out = home / "out"
    graded = softmark("batch", home / "class.csv", "--out", out, "--course", course, "--workers", 1)
    assert graded.returncode == 0, graded.stderr
    done = softmark("sheets", out, "--course", course, "--json")
    assert done.returncode == 0, done.stderr
    return out, json.loads(done.stdout)


@pytest.fixture
def folder(made, tmp_path):
    """A copy of the class, to enter marks into."""
    return shutil.copytree(made[0], tmp_path / "out")


def sheets(out):
    told = json.loads((out / "sheets" / "sheets.json").read_text(encoding="utf-8"))["sheets"]
    return {one["name"]: one for one in told}


def enter(out, *given):
    """Marks for each line of the list, in its order."""
    path = out / marks.FILE
    rows = list(csv.reader(path.open(encoding="utf-8", newline="")))
    for row, line in zip(rows[1:], given, strict=True):
        row[3:8] = line
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)


ALL = [["1", "1", "0", "1", "0.5"], ["1"] * 5, ["0"] * 5, ["1"] * 5, ["1"] * 5]


def test_everybody_has_a_sheet_and_each_member_of_a_group_their_own(made):
    out, told = made
    assert told["sheets"] == 4 and "no PDF" not in told
    found = sheets(out)
    assert len({one["number"] for one in found.values()}) == 5
    kinds = [question["kind"] for question in found["Ada"]["questions"]]
    assert kinds == ["purpose", "purpose", "line", "shape", "prediction"]
    assert found["Ada"]["questions"] != found[BAD_NAME]["questions"]


def test_whoever_has_too_little_code_is_named_to_staff(made):
    """The course's own questions come with their answers in every student's folder: they are no exam."""
    out, told = made
    assert told["without a sheet"] == ["Carl (carl)"]
    assert told["for those"] == "too few questions that they have not practised at home: ask them in person"
    assert "Carl" not in (out / "sheets" / "sheets.html").read_text(encoding="utf-8")
    assert "Carl" in (out / marks.FILE).read_text(encoding="utf-8"), "their marks have a place"


def test_a_sheet_names_the_others_of_a_group_and_not_oneself(made):
    page = (made[0] / "sheets" / "sheets.html").read_text(encoding="utf-8")
    ada = page.partition('aria-label="Ada"')[2].partition("</section>")[0]
    assert "with &lt;b&gt;" in ada and "with Ada" not in ada


def test_the_sheets_show_code_and_questions_and_no_answer(made):
    out, _ = made
    page = (out / "sheets" / "sheets.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;&#34;Grace&#34;&lt;/b&gt;" in page and "<b>&#34;Grace" not in page
    assert "parts = x / columns" in page and 'class="room' in page
    assert 'class="answer"' not in page and "was run" not in page


def test_the_key_has_every_answer(made):
    out, _ = made
    page = (out / "sheets" / "key.html").read_text(encoding="utf-8")
    assert page.count('class="answer"') == sum(len(one["questions"]) for one in sheets(out).values())
    shape = next(q for q in sheets(out)["Ada"]["questions"] if q["kind"] == "shape")
    assert f"<b>{Question.of(shape).right_option}</b>" in page


def test_the_same_as_pdf_for_the_owner_only(made):
    out, _ = made
    for name in ("sheets.pdf", "key.pdf", "key.html", "sheets.json"):
        path = out / "sheets" / name
        assert path.stat().st_size > 1000 and stat.S_IMODE(path.stat().st_mode) == 0o600
        assert name.endswith(("html", "json")) or path.read_bytes().startswith(b"%PDF")


def test_the_changed_program_really_fails_there_and_nowhere_else(made, course, tmp_path):
    """A change that Bob's sheet asks about, made by hand and graded as a submission: of the options only the answer's
    check fails."""
    out, _ = made
    purposes = [Question.of(q) for q in sheets(out)["Bob"]["questions"] if q["kind"] == "purpose"]
    asked = next(question for question in purposes if " were taken out of line " in question.text)
    piece, number = re.search(r"`(.+)` were taken out of line (\d+) of scale.py", asked.text).groups()
    lines = OTHER.split("\n")
    assert piece in lines[int(number) - 1]
    lines[int(number) - 1] = lines[int(number) - 1].replace(piece, "")
    rows = grade(tmp_path, course, stats=STATS, scale="\n".join(lines)).result["items"]
    row = next(row for row in rows if row["id"] == "1.2")
    failed = {f"1.2: {check['title']}" for check in row["checks"] if check["passed"] is False}
    assert [option in failed for option in asked.options] == [option == asked.right_option for option in asked.options]


@pytest.mark.slow
def test_running_it_again_keeps_marks_and_sheets(folder, course):
    before = sheets(folder)
    enter(folder, *ALL)
    again = softmark("sheets", folder, "--course", course, "--json")
    assert json.loads(again.stdout)["lines added to the marks"] == 0
    assert sheets(folder) == before
    assert [one.total for one in marks.read(folder / marks.FILE)] == [3.5, 5.0, 0.0, 5.0, 5.0]


def test_marks_join_the_grades_and_leave_the_score_alone(folder, course):
    softmark("report", folder, "--course", course)
    before = {row["SID"]: row for row in csv.DictReader((folder / "grades/gradescope.csv").open(encoding="utf-8"))}
    assert not (folder / "grades" / "questions.csv").exists() and "Questions (5 pts, apart)" not in before["1"]
    enter(folder, *ALL)
    assert softmark("report", folder, "--course", course).returncode == 0
    after = {row["SID"]: row for row in csv.DictReader((folder / "grades/gradescope.csv").open(encoding="utf-8"))}
    given = {one.student: one.total for one in marks.read(folder / marks.FILE)}
    for sid, row in after.items():
        assert row["Total Score"] == before[sid]["Total Score"]
        assert float(row["Questions (5 pts, apart)"]) == given[sid]
    own = {row["SID"]: row["Questions"] for row in rows_of(folder, "questions")}
    assert {sid: float(mark) for sid, mark in own.items()} == given
    plain = {row["SID"]: (float(row["Questions"]), row["Questions Points"]) for row in rows_of(folder, "plain")}
    assert plain == {sid: (mark, "5") for sid, mark in given.items()}
    moodle = {row["ID number"]: float(row["Scaling, in miniature: questions"]) for row in rows_of(folder, "moodle")}
    assert moodle == given
    known = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Scaling, in miniature"]
    assert list(rows_of(folder, "canvas")[0]) == known, "Canvas would make an assignment of a column that nobody named"


def rows_of(folder, name):
    with (folder / "grades" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,"Scaling, in miniature (71)",Understanding (72)
    Points Possible,,,,,10,5
Ada,501,1,ada,L,,
Bob,503,3,bob,L,,
"""


def test_canvas_gets_the_marks_in_the_assignment_that_was_named(folder, course):
    book = folder.parent / "gradebook.csv"
    book.write_text(GRADEBOOK, encoding="utf-8")
    asked = ("report", folder, "--course", course, "--canvas-gradebook", book, "--canvas-questions")
    early = softmark(*asked, "understanding")
    assert early.returncode == 2 and "no sheet is marked to the end yet: leave out --canvas-questions" in early.stderr
    enter(folder, *ALL[:4], ["1", "", "", "", ""])
    wrong = softmark(*asked, "Quiz")
    assert wrong.returncode == 2 and "no column for “Quiz”" in wrong.stderr and "--canvas-questions" in wrong.stderr
    assert softmark(*asked, "understanding").returncode == 0
    rows = {row["Student"]: (row["Scaling, in miniature (71)"], row["Understanding (72)"])
            for row in rows_of(folder, "canvas")}  # fmt: skip
    assert rows["Points Possible"] == ("10", "5") and rows["Ada"] == ("10", "3.5") and rows["Bob"] == ("10", "0")
    assert rows["Carl"][1] == "", "not marked to the end is no mark"


@pytest.mark.parametrize("mark", ["2", "-1", "yes", "nan"])
def test_a_mark_that_is_none_is_told_with_its_place(folder, mark):
    enter(folder, [mark, "", "", "", ""], *[[""] * 5] * 4)
    with pytest.raises(TableError) as told:
        marks.read(folder / marks.FILE)
    assert f"{marks.FILE}:2: q1 must be between 0 and 1, or empty, not “{mark}”" in str(told.value)


def test_a_wrong_mark_stops_the_report_with_a_sentence(folder, course):
    enter(folder, ["2", "", "", "", ""], *[[""] * 5] * 4)
    done = softmark("report", folder, "--course", course)
    assert done.returncode == 2 and "q1 must be between 0 and 1" in done.stderr


def test_the_instructor_alone_reads_how_the_questions_did(folder, course):
    assert "no sheet is marked yet" in softmark("sheets", folder, "--course", course, "--analysis").stderr
    enter(folder, *ALL)
    done = softmark("sheets", folder, "--course", course, "--analysis")
    assert done.returncode == 0, done.stderr
    path = folder / "instructor" / "questions.html"
    page = path.read_text(encoding="utf-8")
    assert "27%" in page and "purpose" in page and "Discrimination" in page
    assert not any(name in page for name in ("Ada", "Bob", "Carl", "Grace"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    softmark("report", folder, "--course", course)
    assert "instructor/" not in (folder / "report.html").read_text(encoding="utf-8")


def test_whoever_is_forgotten_has_no_sheet_any_more(folder, course):
    enter(folder, *ALL)
    assert softmark("forget", folder, "3", cwd=folder).returncode == 0
    assert not (folder / "sheets").exists()
    assert "Bob" not in (folder / marks.FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", ["off", "practice"])
def test_without_supervised_there_are_no_sheets(made, tmp_path, course, mode):
    other = shutil.copytree(course, tmp_path / "mini")
    rubric = other / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text().replace("understanding: supervised", f"understanding: {mode}"))
    done = softmark("sheets", made[0], "--course", other)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert f"understanding is {mode}: write `understanding: supervised` to ask questions on paper" in done.stderr


def test_a_folder_that_is_no_class_is_told(tmp_path, course):
    done = softmark("sheets", tmp_path, "--course", course)
    assert done.returncode == 2 and "there is no journal in" in done.stderr


HOSTILE = """import os, sys
import numpy as np


def mean(x):
    if sys.gettrace() is not None:
        os._exit(3)
    return x.sum(axis=-1) / x.shape[-1]
"""


@pytest.mark.slow
def test_code_that_cannot_bear_to_be_watched_only_loses_its_questions(tmp_path, course):
    """Hostile code may lie about itself: it fools only itself, and everybody else's sheet is made."""
    for name, text in (("eve", HOSTILE), ("bob", STATS)):
        (tmp_path / "works" / name).mkdir(parents=True)
        for file, right in LONG.items():
            (tmp_path / "works" / name / file).write_text(text if file == "stats.py" else right, encoding="utf-8")
    out = tmp_path / "out"
    softmark("batch", tmp_path / "works", "--out", out, "--course", course, "--workers", 1)
    told = json.loads(softmark("sheets", out, "--course", course, "--json").stdout)
    assert told["sheets"] + len(told["without a sheet"]) == 2 and told["sheets"] >= 1
    assert os.access(out / "sheets" / "sheets.html", os.R_OK)
