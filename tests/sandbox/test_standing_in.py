"""The reference answers calls of somebody else's code: whatever is asked, it takes little, and nothing is lost."""

from types import ModuleType

import numpy as np
import pytest
import torch

from softmark.sandbox import standing_in
from softmark.sandbox.standing_in import MOST_NUMBERS, TOO_MUCH, Refused, StandingIn
from softmark.sandbox.wire import Frame


@pytest.fixture
def stands_in():
    maths = ModuleType("maths")
    maths.twice = lambda x: 2 * x
    maths.many = lambda n: np.zeros(n)
    return StandingIn({"maths": maths})


def forward(stands_in, name, *args, keep=False, wanted=()):
    head = {"do": "forward", "target": f"maths.{name}", "keep": keep, "wanted": list(wanted)}
    return stands_in.answer(Frame(head, {"args": list(args), "kwargs": {}}))


def backward(stands_in, tape, *gradients):
    return stands_in.answer(Frame({"do": "backward", "tape": tape}, {"gradients": list(gradients)}))


def test_an_ordinary_call_is_answered(stands_in):
    assert forward(stands_in, "twice", np.arange(3.0))["value"].tolist() == [0, 2, 4]


def test_a_gradient_is_that_of_its_own_call(stands_in):
    tapes = [forward(stands_in, "twice", torch.ones(2), keep=True, wanted=[0])["tape"] for _ in range(2)]
    assert tapes == [0, 1]
    (gradient,) = backward(stands_in, 1, torch.tensor([1.0, 3.0]))["gradients"]
    assert gradient.tolist() == [2, 6]


def test_a_tape_of_another_check_is_refused(stands_in):
    forward(stands_in, "twice", torch.ones(2), keep=True, wanted=[0])
    stands_in.forget()
    with pytest.raises(Refused, match="not agreed"):
        backward(stands_in, 0, torch.ones(2))


@pytest.mark.parametrize(
    "head",
    [
        {},
        {"do": "backward"},
        {"do": "backward", "tape": 0},
        {"do": "backward", "tape": [0]},
        {"do": "forward"},
        {"do": "forward", "target": ["maths.twice"], "keep": False},
        {"do": "forward", "target": "maths.twice", "keep": 1},
    ],
)
def test_a_call_in_another_form_is_refused(stands_in, head):
    with pytest.raises(Refused, match="not agreed"):
        stands_in.answer(Frame(head, {"args": [np.ones(1)], "kwargs": {}, "gradients": []}))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (np.zeros(MOST_NUMBERS + 1, dtype=np.uint8), TOO_MUCH),
        ([np.zeros(MOST_NUMBERS), np.zeros(1)], TOO_MUCH),
        (np.zeros(3, dtype=np.float16), "no numbers of half precision"),
        (torch.zeros(3, dtype=torch.bfloat16), "no numbers of half precision"),
    ],
)
def test_more_numbers_than_any_answer_needs_and_half_precision_are_refused(stands_in, given, says):
    with pytest.raises(Refused, match=says):
        forward(stands_in, "twice", given)


def test_so_are_too_many_in_an_answer(stands_in):
    with pytest.raises(Refused, match=TOO_MUCH):
        forward(stands_in, "many", MOST_NUMBERS + 1)


@pytest.mark.parametrize("wanted", [[1], [-1], [True], ["0"], [[0]], [0] * 100])
def test_a_gradient_of_what_was_not_sent_is_refused(stands_in, wanted):
    with pytest.raises(Refused):
        forward(stands_in, "twice", torch.ones(2), keep=True, wanted=wanted)


def test_a_gradient_of_whole_numbers_is_refused(stands_in):
    with pytest.raises(Refused, match="not a floating-point tensor"):
        forward(stands_in, "twice", torch.ones(2, dtype=torch.int64), keep=True, wanted=[0])


@pytest.mark.parametrize(("limit", "value"), [("MOST_TAPES", 3), ("TAPE_BYTES", 200)])
def test_a_check_has_so_many_tapes_and_no_more(stands_in, monkeypatch, limit, value):
    monkeypatch.setattr(standing_in, limit, value)
    with pytest.raises(Refused, match="more calls than any answer needs"):
        for _ in range(5):
            forward(stands_in, "twice", torch.ones(8), keep=True, wanted=[0])
    stands_in.forget()
    assert forward(stands_in, "twice", torch.ones(8), keep=True, wanted=[0])["tape"] == 0
