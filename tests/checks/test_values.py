"""Plain values: what may cross between grader and student code, and what may not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softmark.checks import values
from softmark.checks.values import FlatArray, HandleRef, NotPlain, Rng

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(plain)
def test_plain_values_come_back_as_they_went(value):
    assert values.decode(*values.encode(value)) == value


def test_arrays_keep_dtype_and_shape():
    for array in (np.arange(6.0).reshape(2, 3), np.zeros((0, 4), np.float32), np.array(3), np.array([True, False])):
        back = values.decode(*values.encode((array, "beside it")))[0]
        assert back.dtype == array.dtype
        assert back.shape == array.shape
        assert np.array_equal(back, array)


def test_not_a_number_and_infinity_survive():
    back = values.decode(*values.encode([math.nan, math.inf, -math.inf]))
    assert math.isnan(back[0])
    assert back[1:] == [math.inf, -math.inf]


def test_stand_ins_survive():
    assert values.decode(*values.encode([Rng(7), HandleRef(2, "Model")])) == [Rng(7), HandleRef(2, "Model")]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (object(), "an object of type object"),
        (lambda x: x, "an object of type function"),
        (np.array(["text"]), "an array of dtype <U4"),
        (np.zeros((1,) * 9), "9 dimensions"),
        ({1: "x"}, "keys are not strings"),
    ],
)
def test_everything_else_is_refused_with_its_kind(value, says):
    with pytest.raises(NotPlain, match=says):
        values.encode(value)


def test_a_list_within_itself_is_refused_instead_of_followed_for_ever():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(NotPlain, match="nested too deeply"):
        values.encode(loop)


@pytest.mark.parametrize(
    "tree",
    [
        None, 3, "plain", [], ["plain"], ["plain", [1]], ["plain", 1, 2], ["float", "one"], ["float", "1" * 100],
        ["array", 0], ["array", -1], ["array", True, 1], ["list", 3], ["dict", [1]], ["code", "print(1)"],
        ["rng", "x"], ["handle", 1], ["list", [["unknown", 1]]],
    ],
)  # fmt: skip
def test_a_forged_tree_is_only_a_bad_answer(tree):
    with pytest.raises(NotPlain):
        values.decode(tree, [])


def test_a_torch_tensor_is_refused_where_torch_is_not_in_use(monkeypatch):
    monkeypatch.setattr(values, "torch_module", lambda: None)
    with pytest.raises(NotPlain, match="torch is not in use"):
        values.decode(["array", 0], [FlatArray("torch", "float32", (1,), "cpu", b"\0" * 4)])


def test_copies_share_nothing():
    array = np.zeros(3)
    copied = values.copy({"a": [array]})
    copied["a"][0][:] = 1
    assert array.sum() == 0
