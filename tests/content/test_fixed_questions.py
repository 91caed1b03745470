"""The course's own questions: read with a sentence for each mistake, and right."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from softmark.checks.errors import GraderFault
from softmark.content import fixed_questions
from softmark.content.course import Course
from tests.mini_course import COURSE

QUESTION = 'questions:\n  - {id: one, title: One, ask: "1 + 1?", answer: "2", why: Count.}\n'


@pytest.mark.parametrize(("old", "new", "says"), [
    ('answer: "2"', "answer: two", "questions.yaml:2:50: questions[one].answer: must be numbers with spaces between"),
    ('answer: "2"', 'options: [x, y], answer: "c"', "answer: must be the letter of an option, a to b"),
    ("why: Count.", "why: Count., so: yes", "questions[one].so: is not a key of questions.yaml"),
    ("title: One, ", "", "questions[one].title: is missing"),
])  # fmt: skip
def test_a_mistake_in_the_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(QUESTION.replace(old, new), encoding="utf-8")
    with pytest.raises(GraderFault) as told:
        fixed_questions.load(path)
    assert says in str(told.value)


def test_two_questions_of_one_id_are_told(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(QUESTION + QUESTION.partition("\n")[2], encoding="utf-8")
    with pytest.raises(GraderFault, match="“one” is the id of an earlier question"):
        fixed_questions.load(path)


def test_they_are_asked_in_the_order_of_the_tasks_wherever_they_stand(tmp_path: Path) -> None:
    rows = [("b", 'task: "1.2", '), ("c", ""), ("a", 'task: "1.1", ')]
    asked = "".join(f'  - {{id: {one}, {task}title: T, ask: "?", answer: "2", why: W.}}\n' for one, task in rows)
    shutil.copy(COURSE / "autograder" / "rubric.yaml", tmp_path)
    (tmp_path / "questions.yaml").write_text(f"questions:\n{asked}", encoding="utf-8")
    course = replace(Course.at(COURSE), rubric_path=tmp_path / "rubric.yaml")
    assert [each.id for each in course.fixed_questions] == ["c", "a", "b"]


def test_a_course_need_not_have_any() -> None:
    assert Course.at(COURSE).fixed_questions == ()
