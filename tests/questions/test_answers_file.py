"""What was answered at home: five answers are enough, right or wrong, and only about one's own program."""

import pytest

from softmark.questions.answers_file import Record, mark
from softmark.questions.fixed import made
from softmark.questions.question import Question
from tests.mini_course import RIGHT

FIXED = [
    made({"id": f"own-{n}", "title": f"Own {n}", "ask": "1 + 1?", "answer": "2", "why": "Count."}) for n in range(6)
]
ASKED = [Question("purpose", "1.1", f"What if {n}?", "b", "So.", ("x", "y"), (("stats.py", 20, 23),)) for n in range(5)]


def answered(questions=ASKED, replies="ababa", texts=RIGHT):
    record = Record().asking(questions, texts, [each.id for each in FIXED])
    for question, reply in zip(questions, replies, strict=False):
        record = record.with_answer(question.ident, reply)
    return record


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
    assert few.lacks(FIXED, RIGHT) == "" and answered([]).lacks([], RIGHT).startswith("no questions")


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
