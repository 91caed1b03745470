"""What counts as an answer, and as the right one."""

import pytest

from softmark.questions import fixed
from softmark.questions.question import NoAnswer, Question

CHOICE = Question("purpose", "1.1", "Which?", "b", "Because.", ("one", "two", "three"))
SHAPE = Question("shape", "1.1", "Which shape?", "2 5 1", "It was run.")
ROW = Question("prediction", "1.1", "What?", "1/2 -3", "It was run.")


@pytest.mark.parametrize("reply", ["b", "B", " b) ", "(b)", "b."])
def test_a_letter_may_be_written_as_people_write_it(reply: str) -> None:
    assert CHOICE.is_right(reply) and not CHOICE.is_right("a")


@pytest.mark.parametrize("reply", ["(2, 5, 1)", "2 5 1", "[2,5,1]", "2,5, 1"])
def test_a_shape_may_be_written_as_people_write_it(reply: str) -> None:
    assert SHAPE.is_right(reply) and not SHAPE.is_right("(2, 5)") and not SHAPE.is_right("(5, 2, 1)")


@pytest.mark.parametrize("reply", ["0.5 -3", "1/2, −3", "[0.50, -3.0]"])
def test_numbers_are_numbers_however_they_are_written(reply: str) -> None:
    assert ROW.is_right(reply) and not ROW.is_right("0.5 3")


@pytest.mark.parametrize(("question", "reply", "says"), [
    (CHOICE, "d", "type one letter, a to c"),
    (CHOICE, "both", "type one letter, a to c"),
    (SHAPE, "two by five", "type numbers"),
    (SHAPE, "2 x 5", "type numbers"),
    (ROW, "1/0 2", "divided by 0"),
])  # fmt: skip
def test_what_is_no_answer_is_told_in_words(question: Question, reply: str, says: str) -> None:
    with pytest.raises(NoAnswer, match=says):
        question.read(reply)
    assert not question.is_right(reply)


def test_answers_are_shown_as_people_write_them() -> None:
    assert (CHOICE.right_option, SHAPE.right_option, ROW.right_option) == ("two", "(2, 5, 1)", "0.5, -3")
    assert Question("shape", "1", "?", "7", "").right_option == "(7,)"
    assert Question("fixed", "1", "?", "1/3", "").right_option == "1/3"


def test_a_question_crosses_a_pipe_unchanged() -> None:
    asked = Question("line", "1.1", "Which?", "a", "So.", ("x", "y"), (("a.py", 1, 3),), "a.py:1")
    assert Question.of(asked.plain()) == asked


def test_the_students_file_shows_no_answer_at_a_glance() -> None:
    told = {"id": "one", "title": "One", "task": None, "ask": "1 + 1?", "options": (), "answer": "2.0", "why": "Count."}
    text = fixed.to_json([told])
    (read,) = fixed.from_json(text)
    assert "Count" not in text and '"2' not in text
    assert read.question.is_right("2") and read.question.why == "Count." and read.question.kind == "fixed"
    with pytest.raises(NoAnswer, match="type 1 number, not 2"):
        read.question.read("2 2")
