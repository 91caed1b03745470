"""The reference answers calls of somebody else's code: whatever is asked, it takes little, and nothing is lost."""

from types import ModuleType

import numpy as np
import pytest
import torch

from softmark.sandbox import standing_in
from softmark.sandbox.standing_in import MOST_NUMBERS, TOO_MUCH, Refused
from softmark.sandbox.wire import Frame

MATHS = ModuleType("maths")
MATHS.twice = lambda x: 2 * x
MATHS.many = lambda n: np.zeros(n)


def asked(name, *args, wanted=(), **more):
    head = {"do": "stand in", "target": f"maths.{name}", "wanted": list(wanted)}
    return standing_in.answer({"maths": MATHS}, Frame(head, {"args": list(args), "kwargs": {}, **more}))


def test_an_ordinary_call_is_answered():
    assert asked("twice", np.arange(3.0)).tolist() == [0, 2, 4]


def test_with_gradients_of_its_answer_it_is_differentiated():
    (gradient,) = asked("twice", torch.ones(2), wanted=[0], gradients=[torch.tensor([1.0, 3.0])])
    assert gradient.tolist() == [2, 6]


@pytest.mark.parametrize(
    "head",
    [
        {},
        {"do": "stand in"},
        {"do": "stand in", "target": "maths.twice"},
        {"do": "stand in", "target": ["maths.twice"], "wanted": []},
        {"do": "stand in", "target": "maths.twice", "wanted": {"0": 0}},
    ],
)
def test_a_call_in_another_form_is_refused(head):
    with pytest.raises(Refused, match="not agreed"):
        standing_in.answer({"maths": MATHS}, Frame(head, {"args": [np.ones(1)], "kwargs": {}}))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (np.zeros(MOST_NUMBERS + 1, dtype=np.uint8), TOO_MUCH),
        ([np.zeros(MOST_NUMBERS), np.zeros(1)], TOO_MUCH),
        (np.zeros(3, dtype=np.float16), "no numbers of half precision"),
        (torch.zeros(3, dtype=torch.bfloat16), "no numbers of half precision"),
    ],
)
def test_more_numbers_than_any_answer_needs_and_half_precision_are_refused(given, says):
    with pytest.raises(Refused, match=says):
        asked("twice", given)


def test_so_are_too_many_in_an_answer():
    with pytest.raises(Refused, match=TOO_MUCH):
        asked("many", MOST_NUMBERS + 1)


@pytest.mark.parametrize("wanted", [[1], [-1], [True], ["0"], [[0]], [0] * 100])
def test_a_gradient_of_what_was_not_sent_is_refused(wanted):
    with pytest.raises(Refused):
        asked("twice", torch.ones(1), wanted=wanted, gradients=[])


def test_a_gradient_of_whole_numbers_is_refused():
    with pytest.raises(Refused, match="not a floating-point tensor"):
        asked("twice", torch.ones(2, dtype=torch.int64), wanted=[0], gradients=[torch.ones(2)])
