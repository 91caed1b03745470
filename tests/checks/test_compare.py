"""What a student reads when an answer differs: one sentence, at the right step of the ladder."""

import numpy as np
import pytest

from softmark.checks.compare import Mismatch, Same

EXPECTED = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def told(got, expected=EXPECTED, **options):
    with pytest.raises(Mismatch) as caught:
        Same()(got, expected, axes="n d", **options)
    return caught.value


def test_equal_up_to_rounding_passes_and_says_how_close_it_was():
    same = Same()
    same(EXPECTED * (1 + 1e-9), EXPECTED)
    assert 0 < same.margins[0] < 0.01


@pytest.mark.parametrize(
    ("got", "category", "sentence"),
    [
        (None, "type", "the result is None: is `return` missing?"),
        ([1, 2], "type", "the result is a list of 2; expected a NumPy array"),
        ((EXPECTED, EXPECTED), "type", "the result is a tuple of 2; expected a NumPy array"),
        (3.0, "type", "the result is a Python float; expected a NumPy array"),
        (EXPECTED.T, "shape", "the result has shape (3, 2); expected (2, 3) = (n, d)"),
        (
            EXPECTED.astype("float32"),
            "dtype",
            "the result has dtype float32; expected float64, the dtype of the inputs",
        ),
        (EXPECTED * np.nan, "nan", "the result is NaN at n=0, d=0, where 1 is expected"),
        (np.where(EXPECTED == 5, np.inf, EXPECTED), "nan", "the result is infinite at n=1, d=1, where 5 is expected"),
        (
            np.add(EXPECTED, [[0, 0, 0.5], [0, 0, 0]]),
            "values",
            "the result is 3.5 at n=0, d=2, where 3 is expected (1 of 6 entries differ; largest error 0.5)",
        ),
    ],
)
def test_the_ladder(got, category, sentence):
    found = told(got)
    assert found.category == category
    assert found.public() == sentence


def test_safe_sentences_carry_no_number_of_the_answer():
    for got in (EXPECTED[:, :2], EXPECTED[0], EXPECTED + 0.1234, EXPECTED * np.nan):
        safe = told(got).safe()
        assert not any(digit in safe for digit in "03456789"), safe


def test_members_of_a_tuple_have_names():
    found = told((EXPECTED, EXPECTED + 1), (EXPECTED, EXPECTED), parts=("output", "weights"))
    assert found.public().startswith("weights are 2 at n=0, d=0, where 1 is expected")


@pytest.mark.parametrize(
    ("what", "says"),
    [("the weights", "the weights are"), ("the logits before the change", "the logits before the change are"),
     ("the model's weights after the call", "the model's weights after the call are"), ("the loss", "the loss is"),
     ("the list of losses", "the list of losses is"), ("what was split and merged", "what was split and merged is")],
)  # fmt: skip
def test_one_is_and_many_are(what, says):
    assert told(EXPECTED + 1, what=what).public().startswith(f"{says} 2 at n=0, d=0, where 1 is expected")
    assert told(EXPECTED.T, what=what).public().startswith(f"{what} {'have' if says.endswith('are') else 'has'} shape")


def test_a_single_number_has_no_place():
    assert told(2.5, 2.0, what="the loss").public() == "the loss is 2.5, where 2 is expected (largest error 0.5)"


def test_minus_infinity_is_expected_where_it_is_expected():
    expected = np.array([0.0, -np.inf])
    Same()(expected.copy(), expected)
    with pytest.raises(Mismatch, match="−1e\\+09"):
        Same()(np.array([0.0, -1e9]), expected)


def test_tiny_values_are_not_lost_beside_an_absolute_tolerance():
    expected = np.full(4, 1e-12)
    with pytest.raises(Mismatch):
        Same()(expected * 1.001, expected)
