"""The rubric may give a point for having answered at home. Right or wrong never counts, and nobody is accused."""

import csv
import json
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

from softmark.content.course import Course
from softmark.grading.intake import home_answers, submission
from softmark.grading.result import Result
from tests.mini_course import COURSE, ROOT, grade, softmark, submit
from tests.policy.platform import course_with
from tests.proc import A_HANG
from tests.questions.test_answers_file import answered

ROW = "questions"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return course_with(tmp_path_factory.mktemp("mini"), "scoring: {points_for_answering: 1}\n")


def graded(tmp_path, course, text):
    submit(tmp_path / "submission")
    if text is not None:
        (tmp_path / "submission" / "answers.json").write_text(text, encoding="utf-8")
    return grade(tmp_path, course)


def test_the_grade_has_a_row_of_its_own_on_top_of_the_total(tmp_path, course):
    found = graded(tmp_path, course, answered().to_json())
    assert found.scores == {"1.1": 4, "1.2": 6, ROW: 1}
    whole = Result.from_json(json.dumps(found.result))
    assert (whole.score, whole.points, whole.bonus_points) == (11, 10, 1)
    assert found.text(ROW) == "✓ 1 of 1 points: the questions are answered; right or wrong does not matter here."


def test_a_grade_without_answers_loses_nothing_else(tmp_path, course):
    found = graded(tmp_path, course, None)
    assert found.scores == {"1.1": 4, "1.2": 6, ROW: 0} and found.code == 0
    assert "there is no answers.json that can be read: run `python check.py --ask`" in found.text(ROW)


def test_by_default_there_is_no_row(tmp_path):
    found = graded(tmp_path, COURSE, answered().to_json())
    assert found.scores == {"1.1": 4, "1.2": 6} and ROW not in found.visible


@pytest.mark.slow
def test_a_class_has_it_in_its_grades_and_an_answer_handed_in_later_counts(tmp_path, course):
    for name in ("ada", "bob"):
        submit(tmp_path / "works" / name)
    (tmp_path / "works" / "ada" / "answers.json").write_text(answered().to_json(), encoding="utf-8")
    out = tmp_path / "out"

    def batch():
        done = softmark("batch", tmp_path / "works", "--out", out, "--course", course, "--workers", 1)
        assert done.returncode == 0, done.stderr
        assert softmark("report", out, "--course", course).returncode == 0
        with (out / "grades" / "gradescope.csv").open(encoding="utf-8", newline="") as stream:
            return {row["First Name"]: row for row in csv.DictReader(stream)}

    column = "questions: answered at home (1 pts)"
    first = batch()
    assert (first["ada"]["Total Score"], first["bob"]["Total Score"]) == ("11", "10")
    assert (first["ada"][column], first["bob"][column]) == ("1", "0")
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "answered at home" in page and "answers.json is missing" not in page
    (card,) = (out / "students").glob("bob*/report.html")
    assert "not answered yet" in card.read_text(encoding="utf-8")
    (tmp_path / "works" / "bob" / "answers.json").write_text(answered().to_json(), encoding="utf-8")
    assert batch()["bob"]["Total Score"] == "11"


@pytest.mark.slow
def test_the_audit_looks_at_tasks_alone(course):
    done = softmark("audit", "--course", course, "--workers", 1)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_real_assignment_from_the_first_question_to_the_row(tmp_path):
    """The reference's files at home: the course's own questions skipped, the five about the program answered."""
    home = shutil.copytree(ROOT / "assignment", tmp_path / "home", ignore=shutil.ignore_patterns("__pycache__"))
    course = Course.at(ROOT)
    scoring = replace(course.rubric.scoring, points_for_answering=1.0)
    course.__dict__["rubric"] = replace(course.rubric, scoring=scoring)
    for name, text in course.reference.items():
        (home / f"{name}.py").write_text(text, encoding="utf-8")
    tasks = home / "public_tests" / "tasks.json"
    told = json.loads(tasks.read_text(encoding="utf-8"))
    tasks.write_text(json.dumps({**told, "points_for_answering": 1.0}), encoding="utf-8")
    typed = "\n" * len(course.fixed_questions) + "a\na\na\n1\n1\n"
    for words in (("--ask",), ("--zip",)):
        subprocess.run([sys.executable, "check.py", "--plain", *words], cwd=home, input=typed, text=True, check=True,
                       encoding="utf-8", capture_output=True, timeout=A_HANG)  # fmt: skip
    taken = submission.take(home / "submission.zip", course.rubric)
    (row,) = home_answers.row(taken.answers, taken.files, course)
    assert (taken.notes, row.score, row.practice) == ([], 1.0, home_answers.DONE)
    (other,) = home_answers.row(taken.answers, dict.fromkeys(taken.files, "x = 1\n"), course)
    assert other.score == 0 and "other versions of your files" in other.practice
