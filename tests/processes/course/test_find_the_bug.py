"""Find the bug, in the assignment: which mistakes may be drawn, and that a good input shows each of them."""

import pytest
import torch

from softmark.checks.compare import Mismatch
from softmark.checks.errors import BadAnswer, GraderFault
from softmark.checks.find_the_bug import Examine
from softmark.checks.student import Student
from softmark.content import suspects
from softmark.content.course import Course
from softmark.content.rubric_reader import parse_rubric
from softmark.grading.calls.examiner import Examiner
from softmark.running.trusted import load
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)


def with_bugs(term="autumn-2026"):
    text = (ROOT / "autograder" / "rubric.yaml").read_text(encoding="utf-8")
    return parse_rubric(text.replace('    mode: "off"\n', "").replace("term: autumn-2026", f"term: {term}"))


def test_they_are_off_unless_somebody_wants_them():
    assert COURSE.suspects == {} and not {"5.1", "5.2"} & {item.id for item in COURSE.rubric.items}
    assert "bugs.py" not in COURSE.rubric.files


def test_another_term_may_draw_another_mistake():
    known = COURSE.known_mistakes
    rubrics = [with_bugs(f"term-{number}") for number in range(8)]
    drawn = [suspects.drawn(rubric, known)["5.1"].name for rubric in rubrics]
    assert len(set(drawn)) > 2 and drawn == [suspects.drawn(rubric, known)["5.1"].name for rubric in rubrics]


@pytest.mark.parametrize(("ident", "name", "bad"), [
    ("5.1", "attention_scores", (torch.zeros(2, 2, 3), torch.zeros(2, 5, 3))),
    ("5.2", "softmax", (torch.zeros(1, 1, 1),)),
])  # fmt: skip
def test_every_mistake_that_may_be_drawn_is_shown_by_a_good_input_and_not_by_a_bad_one(ident, name, bad):
    rubric = with_bugs()
    by_name = {answer.name: answer for answer in COURSE.known_mistakes}
    given = {"5.1": "input_for_scores", "5.2": "input_for_softmax"}[ident]
    good = getattr(load({"bugs": (ROOT / "solutions/reference/bugs.py").read_text(encoding="utf-8")})["bugs"], given)()
    for mistake in rubric.item(ident).suspects:
        text = suspects.text({ident: by_name[mistake]}, COURSE.reference)
        examine = Examine(Student(Examiner(load({**COURSE.reference, "suspects": text}))))
        examine(f"attention.{name}", f"suspects.{name}", good)
        with pytest.raises(Mismatch, match="both functions answer alike"):
            examine(f"attention.{name}", f"suspects.{name}", bad)


def test_the_file_that_students_get_says_nothing_about_its_mistake():
    drawn = suspects.drawn(with_bugs(), COURSE.known_mistakes)
    text = suspects.text(drawn, COURSE.reference)
    assert "def attention_scores(q, k):" in text and "def softmax(scores):" in text
    assert not any(word in text for answer in drawn.values() for word in (answer.name, answer.says, "NAME", "SAYS"))
    compile(text, "suspects.py", "exec")


def test_a_name_that_is_no_known_mistake_is_told():
    text = (ROOT / "autograder" / "rubric.yaml").read_text(encoding="utf-8")
    rubric = parse_rubric(text.replace('    mode: "off"\n', "").replace("[scale.missing, ", "[scale.mising, "))
    with pytest.raises(GraderFault, match=r"task 5.1: suspects: no known mistake is called scale.mising"):
        suspects.drawn(rubric, COURSE.known_mistakes)


def test_an_input_that_is_none_is_told():
    examine = Examine(Student(Examiner({})))
    with pytest.raises(BadAnswer, match="your code returned no input"):
        examine("attention.softmax", "suspects.softmax", None)
