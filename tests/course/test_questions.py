"""The course's own questions: their answers are what the reference computes."""

import json
import re
from dataclasses import asdict
from fractions import Fraction

import pytest
import torch

from softmark.content.course import Course
from softmark.grading.intake import home_answers
from softmark.questions import fixed
from softmark.running.trusted import load
from tests.mini_course import ROOT


def answers() -> dict[str, list[Fraction]]:
    told = (fixed.made(asdict(each)) for each in Course.at(ROOT).fixed_questions)
    return {each.id: [Fraction(x) for x in each.question.answer.split()] for each in told if not each.question.options}


def test_the_answers_are_what_the_reference_computes() -> None:
    """By the sums of the lectures: the bits 0 0 1 0 with e = 3, and a layer's parameters counted."""
    course = Course.at(ROOT)
    modules = load(course.trusted_sources())
    attention, expected = modules["attention"], answers()
    bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    scores = bits @ torch.tensor([0.0, 1.0])
    weights = attention.softmax(scores[None] * torch.log(torch.tensor(3.0)))
    output = attention.weighted_values(weights, bits)[0]
    one, other = torch.tensor([[1.0, 2.0, 0.0, 1.0]]), torch.tensor([[2.0, 1.0, 1.0, 0.0]])
    layer = modules["multihead"].MultiHeadAttention(64, 8)
    assert scores.tolist() == expected["scores-of-0010"]
    assert output.tolist() == pytest.approx([float(x) for x in expected["output-of-0010"]])
    assert attention.attention_scores(one, other).flatten().tolist() == expected["scaled-score"]
    assert [sum(p.numel() for p in layer.parameters())] == expected["parameters-of-a-layer"]


def test_the_options_that_are_right_are_right() -> None:
    """One W^Q gives the Q that is asked for; equal scores share equally. No option is the matrix that 1.7 asks for."""
    told = {each.id: each for each in Course.at(ROOT).fixed_questions}
    asked = told["wq-from-q"]
    wanted = torch.tensor([[1, 2], [3, 4]])
    gives = [
        torch.equal(torch.eye(2, dtype=torch.int64) @ torch.tensor(json.loads(each)).T, wanted)
        for each in asked.options
    ]
    assert gives.index(True) == "abcd".index(asked.answer) and gives.count(True) == 1
    assert "[[0, 0], [1, 1]]" not in asked.options
    assert torch.softmax(torch.zeros(4), dim=0).tolist() == [0.25] * 4 and told["no-ones"].answer == "b"


def test_the_grader_marks_what_was_answered_at_home_and_gives_nothing_for_it() -> None:
    course = Course.at(ROOT)
    text = '{"answers": {"scores-of-0010": "0 0 1 0", "no-ones": "a", "0123456789": "c"}}'
    student, staff = home_answers.notes(text, course)
    assert student.text == (
        "Questions before the code (no points): 1 of 2 right; think again about: Predict: nothing to be found"
    )
    assert (
        staff.voice == "staff"
        and "2 of 11 of the course's questions answered at home, 1 about the program" in staff.text
    )


@pytest.mark.parametrize("text", ["", "[", "[]", '{"answers": 3}', '{"answers": {"scores-of-0010": 5}}', "[" * 9999])
def test_whatever_else_is_in_that_file_says_nothing(text: str) -> None:
    assert home_answers.notes(text, Course.at(ROOT)) == []


WHAT_BREAKS = {"the-mask": "mask", "the-scale": "scale", "positions": "positions", "the-residual": "residual"}
WHAT_BREAKS |= {"the-norms": "norm"}


@pytest.mark.parametrize(("question", "part"), WHAT_BREAKS.items())
def test_what_breaks_is_what_we_measured(question: str, part: str) -> None:
    """Every loss that a question about a missing part names is in the file behind the handout's figure, rounded."""
    (asked,) = (each for each in Course.at(ROOT).fixed_questions if each.id == f"without-{question}")
    kept = json.loads((ROOT / "handouts" / "figures" / "without.json").read_text(encoding="utf-8"))
    measured = [kept["parts"][part], kept["positions_on_wills"], kept["parts"]["residual"]]
    losses = {loss for each in measured for loss in (each["whole"], each["without"], each["floor"])}
    right = asked.options["abcd".index(asked.answer)]
    named = re.findall(r"0\.\d+", f"{asked.ask} {right} {asked.why}")
    assert named and all(any(f"{loss:.{len(each) - 2}f}" == each for loss in losses) for each in named), named
    above = kept["parts"][part]["without"] / kept["parts"][part]["whole"]
    words = {"far below the floor": (0, 0.5), "about where it was": (0.98, 1.02), "about twice as high": (1.8, 2.3)}
    words |= {"clearly above the floor": (1.2, 1.5), "a little above": (1.05, 1.15)}
    low, high = next(span for said, span in words.items() if right.startswith(said))
    assert low <= above < high, right
