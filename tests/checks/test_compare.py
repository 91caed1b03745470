"""What a student reads when an answer differs: one sentence, at the right step of the ladder."""

import math
from fractions import Fraction

import numpy as np
import pytest

from softmark.checks.compare import Mismatch, Same

EXPECTED = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def told(got, expected=EXPECTED, **options):
    with pytest.raises(Mismatch) as caught:
        Same()(got, expected, axes="n d", **options)
    return caught.value


def test_equal_up_to_rounding_passes():
    Same()(EXPECTED * (1 + 1e-9), EXPECTED)


@pytest.mark.parametrize(("dtype", "rounding"), [("float64", 1e-6), ("float32", 1e-4), ("float16", 2e-2)])
def test_a_result_may_be_off_by_what_its_dtype_rounds_and_by_ten_times_as_much_it_is_wrong(dtype, rounding):
    expected = EXPECTED.astype(dtype)
    Same()(expected * (1 + rounding / 2), expected)
    assert "6 of 6 entries differ" in told(expected * (1 + 10 * rounding), expected).public()


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


@pytest.mark.parametrize(
    ("got", "expected", "sentence"),
    [
        (0.19921875, -0.0556568, "0.1992, where −0.05566 is expected (largest error 0.25)"),
        (1.00001, 1.0, "1.00001, where 1 is expected (largest error 1e−05)"),
        (12345.678, 12346.9, "12346, where 12347 is expected (largest error 1.2)"),
    ],
)
def test_a_number_has_as_many_digits_as_tell_it_from_the_expected_one(got, expected, sentence):
    assert told(got, expected).public() == f"the result is {sentence}"


def test_minus_infinity_is_expected_where_it_is_expected():
    expected = np.array([0.0, -np.inf])
    Same()(expected.copy(), expected)
    with pytest.raises(Mismatch, match="−1e\\+09"):
        Same()(np.array([0.0, -1e9]), expected)


def test_tiny_values_are_not_lost_beside_an_absolute_tolerance():
    expected = np.full(4, 1e-12)
    with pytest.raises(Mismatch):
        Same()(expected * 1.001, expected)


@pytest.mark.parametrize(
    ("got", "expected", "sentence"),
    [
        ({1, 2, 3}, {2, 3, 4}, "the result lacks 4; it should not have 1"),
        ({1.0}, {1}, "the result lacks 1; it should not have 1.0"),
        ({"a"}, {"a", "b", "c", "d", "e", "f"}, "the result lacks 'b', 'c', 'd', 'e' and 1 more"),
        ([1], {1}, "the result is a list of 1; expected a set"),
        ({"a": 1}, {"a": 1, "b": 2}, "the result lacks the key 'b'"),
        ({1: 2, 3: 4}, {1: 2}, "the result should not have the key 3"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "part 2 of the result['a'] is 2; expected 3"),
        ({"a": 1.5}, {"a": 1.25}, "the result['a'] is 1.5, where 1.25 is expected (largest error 0.25)"),
        (2**64, 2**64 + 1, "the result is 18446744073709551616; expected 18446744073709551617"),
        (4.0, 4, "the result is 4, a Python float; expected 4, a Python int"),
        (True, 1, "the result is True; expected 1"),
        (None, 4, "the result is None: is `return` missing?"),
        (None, {4}, "the result is None: is `return` missing?"),
        (None, 4.5, "the result is None: is `return` missing?"),
        (2 + 1j, 2 - 1j, "the result is (2+1j), where (2-1j) is expected (largest error 2)"),
        ("a", 2j, "the result is a string; expected a complex number"),
        (Fraction(1, 3), Fraction(2, 3), "the result is Fraction(1, 3); expected Fraction(2, 3)"),
        (0.5, Fraction(1, 2), "the result is 0.5; expected Fraction(1, 2)"),
        ("a\nb \n", "a\nb\n", "the result differs from what is expected only in blanks at the end of line 2"),
        ("a\nb", "a\nb\n", "the result differs from what is expected only in how its lines end"),
        ("a\nb\n", "a\n", "the result goes on with 'b', where it should end"),
        ("a\n", "a\nb\n", "the result ends, where 'b' is expected in line 2"),
        (math.nan, 1.0, "the result is nan, where 1 is expected"),
    ],
)  # fmt: skip
def test_values_of_plain_python(got, expected, sentence):
    with pytest.raises(Mismatch) as caught:
        Same()(got, expected)
    assert caught.value.public() == sentence


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        ({0.1 + 0.2, 5}, {0.3, 5}), ({"a": 0.1 + 0.2}, {"a": 0.3}), (0.1 + 0.2 + 1j, 0.3 + 1j), ([1, 2], (1, 2)),
        (frozenset({1}), {1}), (3, 3.0),
        (math.inf, math.inf), ({math.nan}, {float("nan")}),
        (np.array([1 + 2j]), np.array([1 + 2j])), (np.array([2**63 - 1]), np.array([2**63 - 1])),
    ],
)  # fmt: skip
def test_equal_values_of_plain_python(got, expected):
    Same()(got, expected)


def test_whole_numbers_of_64_bits_are_told_apart():
    assert told(np.array([[2**62]]), np.array([[2**62 + 1]])).category == "values"


@pytest.mark.parametrize(
    ("got", "accept"),
    [(EXPECTED.tolist(), "list"), (EXPECTED.astype("float32"), "dtype"), (EXPECTED.astype(int), "dtype")],
)
def test_what_may_differ_is_a_word_in_the_check(got, accept):
    assert told(got).category in ("type", "dtype")
    Same()(got, EXPECTED, accept=accept)
    assert told([[1, 2, 3], [4, 5, 7]], accept="list").category == "values"
    assert told([[1, 2, 3], [4, 5]], accept="list").public() == "the result is a list of 2; expected a NumPy array"


def test_one_number_in_an_array_for_a_number():
    Same()(np.array([2.5]), 2.5, accept="number")
    assert told(np.array([2.5]), 2.5).category == "type"


def test_a_word_that_accept_does_not_know_is_the_checks_mistake():
    with pytest.raises(ValueError, match="there is no lists, only list, dtype, number"):
        Same()(EXPECTED, EXPECTED, accept="lists")


def test_a_bool_is_told_as_true_or_false():
    """No number, and no error: a mask is not 0 where 1 is expected."""
    mask = np.tril(np.ones((3, 3), dtype=bool))
    with pytest.raises(Mismatch) as told:
        Same()(mask.T, mask, axes="query key", what="the mask")
    assert told.value.public() == (
        "the mask is True at query=0, key=1, where False is expected (6 of 9 entries differ)"
    )
