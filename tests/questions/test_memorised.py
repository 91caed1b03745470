"""Whether the measurement would notice sheets that answers from home fit."""

import pytest

from softmark.questions.question import Question
from tests.questions.memorised import WAYS, worth

OPTIONS = tuple(f"stats.py line {number}: `x`, if `x` were `y`" for number in (5, 6, 7, 8))


def question(kind, answer, options=OPTIONS, key="stats.py:9", task="1.1", text="Which?"):
    return Question(kind, task, text, answer, "So it is.", options, key=key)


def told(way, *exams):
    return worth(WAYS[way], [(home, exam) for home, exam in exams])


def test_letters_that_differ_as_chance_will_have_it_are_worth_what_chance_is():
    sheets = [([question("line", mine)], [question("line", theirs)]) for mine in "abcd" for theirs in "abcd"]
    found = told("at the same place", *sheets)
    assert (found.right, found.by_chance, found.is_clear) == (4, 4, False)
    assert str(found).startswith("says something of 16 of 16 questions, 4.0 right; by chance 4.0 ±")


def test_a_number_is_right_only_where_it_was_right_at_home():
    home, exam = question("shape", "2 5", ()), question("shape", "2 5", ())
    assert told("in the same kind", ([home], [exam])).right == 1
    assert told("in the same kind", ([home], [question("shape", "2 6", ())])).right == 0


@pytest.mark.parametrize(
    ("way", "home", "exam"),
    [
        ("at the same place", question("line", "b"), question("line", "b", key="other.py:1")),
        ("in the same words", question("line", "b"), question("line", "a", (OPTIONS[1], "p", "q", "r"))),
        ("words not seen", question("line", "b"), question("line", "a", ("new", *OPTIONS[:3]))),
        ("words seen", question("purpose", "b", ("p", "q", "r")), question("purpose", "a", ("p", "x", "y"))),
        (
            "words in a question",
            question("line", "b", text="Exactly one of these changes would break this: “It is so.”"),
            question("purpose", "a", ("1.1: It is so.", "1.1: It is not.", "1.1: Who knows?")),
        ),
        (
            "lines not asked for",
            question("purpose", "a", ("p", "q"), key="stats.py:5"),
            question("line", "b", OPTIONS[:2]),
        ),
    ],
)
def test_what_gives_an_answer_away_is_more_than_chance(way, home, exam):
    assert told(way, *[([home], [exam])] * 30).is_clear
