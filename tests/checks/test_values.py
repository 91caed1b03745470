"""Plain values: what may cross between grader and student code, and what may not."""

import json
import math
from collections import OrderedDict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softmark.checks import values
from softmark.checks.differences import alike
from softmark.checks.values import FlatArray, HandleRef, NotPlain, Rng

single = (
    st.none()
    | st.booleans()
    | st.integers(-(2**200), 2**200)
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.complex_numbers(allow_nan=False)
    | st.fractions()
)
plain = st.recursive(
    single,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(single, inner, max_size=4) | st.sets(single, max_size=4)
    | st.frozensets(st.tuples(single, single), max_size=4) | st.tuples(inner, inner),
    max_leaves=12,
)  # fmt: skip


@given(plain)
def test_plain_values_come_back_as_they_went(value):
    back = values.decode(*json.loads(json.dumps(values.encode(value))))
    assert back == value
    assert alike(back, value), "types and all"


@pytest.mark.parametrize(
    "value",
    [
        2**64, -(2**63), 3**5000, 2 - 3j, Fraction(-1, 3), {1, 2}, frozenset({"a"}), {1: "one", (2, "b"): [3]},
        {True: "yes"}, {None},
    ],
    ids=repr,
)  # fmt: skip
def test_values_of_plain_python_come_back_with_their_type(value):
    tree, arrays = values.encode(value)
    back = values.decode(json.loads(json.dumps(tree)), arrays)
    assert (type(back), back) == (type(value), value)


@pytest.mark.parametrize("dtype", ["complex64", "complex128", "uint16", "uint32", "uint64"])
def test_arrays_of_every_kind_of_number(dtype):
    array = np.arange(6).reshape(2, 3).astype(dtype) * (1 + 2j if "complex" in dtype else 1)
    array = array.astype(dtype)
    back = values.decode(*values.encode(array))
    assert back.dtype == array.dtype and np.array_equal(back, array)


def test_a_dict_of_another_kind_is_a_dict():
    assert type(values.decode(*values.encode(OrderedDict(a=1)))) is dict


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
        pytest.param(2**15_000, "more than 14,000 bits", id="a long number"),
        (range(3), "an object of type range"),
        (b"bytes", "an object of type bytes"),
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
        ["rng", "x"], ["handle", 1], ["list", [["unknown", 1]]], ["int", 5], ["int", "xyz"], ["int", "f" * 20_000],
        ["complex", ["1"]], ["complex", ["1", 2]], ["fraction", ["1", "0"]], ["fraction", [1, 2]],
        ["set", [["list", []]]], ["set", [["dict", {}]]], ["set", 3], ["map", [[1]]],
        ["map", [[["list", []], ["plain", 1]]]],
        ["method", 1], ["object", 1], ["object", "1", "x"], [[], 1], [{}, 2],
        ["__import__", "os"], ["class", "os.system"],
    ],
)  # fmt: skip
def test_a_forged_tree_is_only_a_bad_answer(tree):
    with pytest.raises(NotPlain):
        values.decode(tree, [])


def test_an_array_cannot_be_a_member_of_a_set():
    forged = ["set", [["tuple", [["array", 0]]]]]
    with pytest.raises(NotPlain, match="a set, or the keys of a dict"):
        values.decode(forged, [FlatArray("numpy", "float64", (1,), "cpu", b"\0" * 8)])


def test_members_that_all_have_one_hash_are_refused():
    """Each would be compared with every other one: with many, for hours."""
    forged = [["int", format(k * (2**61 - 1), "x")] for k in range(4, 5000)]
    with pytest.raises(NotPlain, match="not made for it"):
        values.decode(["set", forged], [])


def test_a_torch_tensor_is_refused_where_torch_is_not_in_use(monkeypatch):
    monkeypatch.setattr(values, "torch_module", lambda: None)
    with pytest.raises(NotPlain, match="torch is not in use"):
        values.decode(["array", 0], [FlatArray("torch", "float32", (1,), "cpu", b"\0" * 4)])


def test_copies_share_nothing():
    array = np.zeros(3)
    copied = values.copy({"a": [array]})
    copied["a"][0][:] = 1
    assert array.sum() == 0
