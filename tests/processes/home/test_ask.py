"""`python check.py --ask`: questions about one's own program, answered in the terminal."""

import json
import re

import pytest

from softmark.grading.result import Result
from softmark.questions.fixed import to_json
from tests.mini_course import softmark
from tests.policy.platform import course_with

FIXED = {"id": "warm-up", "title": "Warm-up", "task": "1.1", "ask": "What is 1 + 1?", "options": (), "answer": "2",
         "why": "Count on your fingers."}  # fmt: skip


def with_a_fixed_question(folder):
    return folder.write("public_tests/questions.json", to_json([FIXED]))


@pytest.mark.parametrize("course", ["numpy", pytest.param("torch", marks=pytest.mark.slow)])
def test_a_right_program_is_asked_about_and_explained(student_folder, course):
    ran = student_folder(course).solve().check("--ask", "--plain", types="a\na\na\n1\n1\n")
    assert ran.code == 0, ran.err
    assert "1 of 5: your program, task" in ran.out and "5 of 5: your program, task" in ran.out
    told = " ".join(ran.out.split())
    assert len(re.findall(r"Suppose .*? Which of these would no longer hold\?", told)) == 2
    assert "Exactly one of these changes would break this" in told
    assert "What is the shape of" in told
    assert re.search(r"is called with .* = .*What is (the |`)result", told)
    assert "was run" in told and re.search(r"\d of 5 right\.", told)


def test_the_right_letter_is_right_and_another_is_not(student_folder):
    folder = student_folder().solve()
    wrong = folder.check("--ask", "--plain", types="\n".join("aaaaa") + "\n")
    right = re.search(r"Suppose .*?(?=\nRight|\n> Not so: it is (\w)\)|> Right)", wrong.out, re.S)
    letter = right[1] or "a"
    again = folder.check("--ask", "--plain", types=f"{letter}\nq\n")
    assert "Right. The changed program was run" in " ".join(again.out.split()) and "1 of 1 right" in again.out


def test_before_the_code_there_are_the_courses_own_questions(student_folder):
    folder = with_a_fixed_question(student_folder())
    ran = folder.check("--ask", "--plain", types="two\n3\n")
    assert "Warm-up\nWhat is 1 + 1?" in ran.out
    assert "Type numbers with spaces or commas between them" in ran.out
    assert "Not so: it is 2. Count on your fingers." in ran.out
    assert "No questions about your program yet: they need tasks that pass, and suitable code." in ran.out
    assert json.loads((folder.path / "answers.json").read_text())["answers"] == {"warm-up": "3"}


def test_what_was_answered_once_is_not_asked_again_and_stays_at_home(student_folder):
    folder = with_a_fixed_question(student_folder()).solve()
    folder.check("--ask", "--plain", types="2\nq\n")
    assert "Warm-up" not in folder.check("--ask", "--plain", types="q\n").out
    assert "It holds exactly: stats.py, scale.py\n" in folder.check("--zip", "--plain").out


def test_where_answering_has_a_point_the_answers_go_into_the_zip_and_earn_it(student_folder, tmp_path):
    """A student leaves early, is told what is open, answers the rest (wrongly, very likely), and hands in."""
    folder = student_folder().solve()
    folder.change("public_tests/tasks.json", '"points_for_answering": 0.0', '"points_for_answering": 1.0')
    early = folder.check("--ask", "--plain", types="a\nq\n")
    assert "Answering all of them earns 1 point; whether an answer is right makes no difference." in joined(early)
    assert "Not all is answered yet: 1 of 5 questions about your program are answered." in joined(early)
    zipped = folder.check("--zip", "--plain").out
    assert "still open: 1 of 5 questions about your program are answered (python check.py --ask)" in zipped
    done = folder.check("--ask", "--plain", types="a\na\na\n1\n1\n")
    assert "5 right. Answering all of them earns 1 point" in joined(done) and "Not all" not in done.out
    ran = folder.check("--zip", "--plain").out
    assert "It holds exactly: stats.py, scale.py, answers.json" in ran and "still open" not in ran
    course = course_with(tmp_path, "scoring: {points_for_answering: 1}\n")
    softmark("grade", folder.path / "submission.zip", "--course", course, "--out", tmp_path / "out")
    graded = Result.from_json((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    rows = {row.id: row.score for row in graded.items}
    assert rows == {"1.1": 4, "1.2": 6, "questions": 1}


def joined(ran):
    return " ".join(ran.out.split())


def test_one_may_skip_and_leave(student_folder):
    ran = student_folder().solve().really("--ask", "--plain", types="\nq\n")
    assert "2 of 5" in ran.out and "3 of 5" not in ran.out and "right." not in ran.out
    assert ran.code == 0


def test_only_tasks_that_pass_are_asked_about(student_folder):
    folder = student_folder().solve("stats.py")
    ran = folder.check("--ask", "--plain", types="q\n")
    assert "task 1.1" in ran.out and "1.2:" not in ran.out


def test_a_program_that_never_ends_has_no_questions(student_folder):
    folder = (
        student_folder()
        .solve()
        .change("stats.py", "    return x.sum", "    while True: __import__('time').sleep(0.01)\n    return x.sum")
    )
    ran = folder.check("--ask", "--plain", "--seconds", "1", types="")
    assert ran.code == 0 and "No questions about your program yet" in ran.out


def test_a_course_may_switch_it_off(student_folder):
    folder = student_folder().change("public_tests/tasks.json", '"practice"', '"off"')
    ran = folder.check("--ask")
    assert (ran.code, ran.err.strip()) == (2, "Your course has switched the questions off.")


@pytest.mark.parametrize("words", [("--zip",), ("--watch",), ("--json",), ("1.1",)])
def test_it_is_a_conversation_of_its_own(student_folder, words):
    ran = student_folder().check("--ask", *words)
    assert ran.code == 2 and "--ask is a conversation of its own" in ran.err


@pytest.mark.parametrize(("text", "says"), [(None, "is missing"), ("{", "is damaged")])
def test_a_folder_without_the_questions_is_told(student_folder, text, says):
    folder = student_folder()
    (folder.path / "public_tests" / "questions.json").unlink()
    if text is not None:
        folder.write("public_tests/questions.json", text)
    ran = folder.check("--ask")
    assert ran.code == 2 and f"public_tests/questions.json {says}" in ran.err and "into a new, empty folder" in ran.err
