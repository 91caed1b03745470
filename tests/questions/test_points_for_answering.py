"""The rubric may give a point for having answered at home. Right or wrong never counts, and nobody is accused."""

import csv
import json
import shutil
import subprocess
import sys

import pytest

from softmark.content.course import Course
from softmark.content.rubric import RubricError
from softmark.content.rubric_reader import load_rubric
from softmark.grading.intake import home_answers, submission
from softmark.questions.answers_file import HOW, Record, mark
from softmark.questions.fixed import made
from softmark.questions.question import Question
from softmark.render import sentences
from tests.mini_course import COURSE, RIGHT, ROOT, grade, softmark, submit
from tests.policy.platform import course_with

FIXED = [
    made({"id": f"own-{n}", "title": f"Own {n}", "ask": "1 + 1?", "answer": "2", "why": "Count."}) for n in range(6)
]
ASKED = [Question("purpose", "1.1", f"What if {n}?", "b", "So.", ("x", "y"), (("stats.py", 20, 23),)) for n in range(5)]
ROW = "questions"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return course_with(tmp_path_factory.mktemp("mini"), "scoring: {points_for_answering: 1}\n")


def answered(questions=ASKED, replies="ababa", texts=RIGHT):
    record = Record().asking(questions, texts, [each.id for each in FIXED])
    for question, reply in zip(questions, replies, strict=False):
        record = record.with_answer(question.ident, reply)
    return record


# What counts --------------------------------------------------------------------------------------------------------


def test_five_answers_are_enough_right_or_wrong():
    for replies in ("aaaaa", "bbbbb"):
        assert Record.of(answered(replies=replies).to_json()).lacks(FIXED, RIGHT) == ""


def test_whoever_skips_one_is_told_how_many_there_are():
    assert answered(replies="aba").lacks(FIXED, RIGHT) == "3 of 5 questions about your program are answered"


def test_a_program_that_yields_too_few_loses_nothing():
    few = answered(ASKED[:2])
    assert few.lacks(FIXED, RIGHT) == "your program yields 2 questions so far, and 0 of 3 others are answered"
    for each in FIXED[:3]:
        few = few.with_answer(each.id, "7")
    assert few.lacks(FIXED, RIGHT) == "" and answered([]).lacks([], RIGHT).startswith("there are no questions")


def test_whoever_goes_on_working_keeps_it_and_another_program_does_not_get_it():
    other_file = {**RIGHT, "scale.py": "x = 1\n"}
    spaced = {**RIGHT, "stats.py": "# mine\n\n" + RIGHT["stats.py"]}
    other_program = {**RIGHT, "stats.py": RIGHT["stats.py"].replace("x.sum(axis=-1)", "x.sum(-1)")}
    assert answered().lacks(FIXED, other_file) == answered().lacks(FIXED, spaced) == ""
    assert answered().lacks(FIXED, other_program) == "the answers are about other versions of your files"


def test_answers_about_earlier_questions_do_not_pile_up():
    again = answered().asking(ASKED[3:], RIGHT, [])
    assert set(again.answers) == set(again.asked) == {question.ident for question in ASKED[3:]}


@pytest.mark.parametrize("text", ["x = 0x" + "f" * 9000, "def f(:", "x = 1e999", "s = '\\udc80'", "(" * 5000])
def test_every_text_has_a_mark(text):
    assert len(mark(text)) == 12 and mark(text) == mark(text) != mark(text + "\ny = 2")


# What a grade says --------------------------------------------------------------------------------------------------


def graded(tmp_path, course, text):
    submit(tmp_path / "submission")
    if text is not None:
        (tmp_path / "submission" / "answers.json").write_text(text, encoding="utf-8")
    return grade(tmp_path, course)


def test_the_grade_has_a_row_of_its_own_on_top_of_the_total(tmp_path, course):
    found = graded(tmp_path, course, answered().to_json())
    assert found.scores == {"1.1": 4, "1.2": 6, ROW: 1}
    assert (found.result["score"], found.result["points"], found.result["bonus_points"]) == (11, 10, 1)
    assert found.text(ROW) == "✓ 1 of 1 points: the questions are answered; right or wrong does not matter here."


FORGED = [
    ("", "there is no answers.json that can be read"),
    ("{" * 9000, "the questions about your program are not answered"),
    ('{"answers": 3, "asked": {"a": 1}, "files": ["stats.py"]}', "the questions about your program are not answered"),
    (json.dumps({"answers": {}, "asked": ["q"] * 900, "files": {"stats.py": mark(RIGHT["stats.py"])}}),
     "0 of 1 questions about your program are answered"),
    (answered(texts={"stats.py": "x = 1\n"}).to_json(), "the answers are about other versions of your files"),
    (answered(replies=["__import__('os').abort()"] * 5).to_json(), "0 of 5 questions about your program are answered"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), FORGED, ids=["empty", "no JSON", "other kinds", "none", "another's", "code"])
def test_what_is_no_answer_gets_no_point_and_one_sentence_how_to_get_it(course, text, says):
    (row,) = home_answers.row(text, RIGHT, Course.at(course))
    assert (row.score, sentences.verdict(row)) == (0, f"○ 0 of 1 points: {says}: {HOW}.")


def test_a_grade_without_answers_loses_nothing_else(tmp_path, course):
    found = graded(tmp_path, course, None)
    assert found.scores == {"1.1": 4, "1.2": 6, ROW: 0} and found.code == 0
    assert "there is no answers.json that can be read: run `python check.py --ask`" in found.text(ROW)


def test_by_default_there_is_no_row(tmp_path):
    found = graded(tmp_path, COURSE, answered().to_json())
    assert found.scores == {"1.1": 4, "1.2": 6} and ROW not in found.visible


def test_the_rubric_is_told_what_makes_no_sense(tmp_path):
    off = course_with(tmp_path / "off", "understanding: off\nscoring: {points_for_answering: 1}\n")
    with pytest.raises(
        RubricError, match="points_for_answering: understanding is off: there are no questions to answer"
    ):
        load_rubric(off / "autograder" / "rubric.yaml")
    taken = course_with(tmp_path / "taken", "", ('id: "1.2"', "id: questions"))
    with pytest.raises(RubricError, match="questions is the row for questions answered at home"):
        load_rubric(taken / "autograder" / "rubric.yaml")


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
    scoring = course.rubric.scoring.model_copy(update={"points_for_answering": 1.0})
    course.__dict__["rubric"] = course.rubric.model_copy(update={"scoring": scoring})
    for name, text in course.reference.items():
        (home / f"{name}.py").write_text(text, encoding="utf-8")
    tasks = home / "public_tests" / "tasks.json"
    told = json.loads(tasks.read_text(encoding="utf-8"))
    tasks.write_text(json.dumps({**told, "points_for_answering": 1.0}), encoding="utf-8")
    typed = "\n" * len(course.fixed_questions) + "a\na\na\n1\n1\n"
    for words in (("--ask",), ("--zip",)):
        subprocess.run([sys.executable, "check.py", "--plain", *words], cwd=home, input=typed, text=True, check=True,
                       encoding="utf-8", capture_output=True, timeout=300)  # fmt: skip
    taken = submission.take(home / "submission.zip", course.rubric)
    (row,) = home_answers.row(taken.answers, taken.files, course)
    assert (taken.notes, row.score, row.practice) == ([], 1.0, home_answers.DONE)
    (other,) = home_answers.row(taken.answers, dict.fromkeys(taken.files, "x = 1\n"), course)
    assert other.score == 0 and "other versions of your files" in other.practice
