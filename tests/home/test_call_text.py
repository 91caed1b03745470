"""A call that students are shown with its imports can be typed in: here it is."""

import numpy as np
import pytest

from softmark.checks.values import HandleRef, Rng
from softmark.home.call_text import Writer, array

NORMAL = np.linspace(-1.7, 1.7, 36).reshape(4, 9)
ARRAYS = {
    "few numbers are shown as they are": (np.array([0.5, -2.0]), "np.array([0.5, -2.0])"),
    "infinite ones too": (np.array([-np.inf]), "np.array([-np.inf])"),
    "and truth values": (np.array([[True]]), "np.array([[True]])"),
    "a rarer dtype is named": (np.array([1, 2], dtype="int32"), "np.array([1, 2], dtype=np.int32)"),
    "of many their shape is told, and where they lie": (NORMAL, "<(4, 9), from -1.7 to 1.7>"),
    "with a rarer dtype": (NORMAL.astype("float32"), "<(4, 9) float32, from -1.7 to 1.7>"),
    "near 1000": (1000 + 40 * NORMAL, "<(4, 9), from 932 to 1068>"),
    "whole numbers": (np.array([*range(3, 20)]), "<(17,), from 3 to 19>"),
    "some of them hidden": (np.where(NORMAL > 1, -np.inf, NORMAL), "<(4, 9), from -inf to 0.9229>"),
    "many truth values": (NORMAL > 0, "<(4, 9) bool>"),
    "no numbers at all": (np.ones((0, 4)), "<(0, 4)>"),
}


@pytest.mark.parametrize("kind", ARRAYS)
def test_an_array_is_shown_as_it_is_or_said_to_be_like(kind):
    given, shown = ARRAYS[kind]
    text = array(given)
    assert text.python == shown
    if shown.startswith("<"):
        assert text.needs is None
    else:
        typed = eval(text.python, {"np": np})
        assert np.array_equal(typed, given) and typed.dtype == given.dtype


def test_few_numbers_of_a_tensor_are_typed_in_as_they_are():
    torch = pytest.importorskip("torch")
    for given in (torch.ones(()), torch.zeros(2, 6, dtype=torch.int32), torch.tensor([[1.0, -float("inf")]])):
        typed = eval(array(given).python, {"torch": torch})
        assert torch.equal(typed, given) and typed.dtype == given.dtype


def test_a_whole_call_runs_after_its_imports():
    pytest.importorskip("torch")
    import torch

    writer = Writer({"functional": "torch.nn.functional", "modules": "torch.nn"})
    writer.made[0] = writer.call("modules.Linear", [("in_features", 4), ("out_features", 2)], dtype="float64")
    layer = writer.call("#0", [("input", torch.ones(3, 4, dtype=torch.float64))])
    assert layer.python.startswith("Linear(in_features=4, out_features=2).double()(input=torch.tensor([[1.0, 1.0,")
    assert layer.line() == "import torch; from torch.nn import Linear"
    scaled = writer.call("functional.softmax", [("", torch.tensor([0.0, 1.0])), ("dim", -1)])
    for call, shape in ((layer, (3, 2)), (scaled, (2,))):
        names: dict = {}
        exec(call.line(), names)
        assert tuple(eval(call.python, names).shape) == shape


def test_what_cannot_be_typed_in_has_no_imports():
    writer = Writer({"stats": "stats"})
    assert writer.call("stats.mean", [("x", HandleRef(3, "Account"))]).line() == ""
    assert writer.call("stats.mean", [("x", float("nan"))]).line() == ""
    assert writer.call("elsewhere.mean", [("x", 1)]).line() == ""


def test_batches_and_generators():
    torch = pytest.importorskip("torch")
    writer = Writer({"train": "train"})
    batches = [torch.arange(20).view(4, 5)] * 50
    call = writer.call("train.train", [("batches", batches), ("generator", Rng(5))])
    assert call.python == (
        "train(batches=[<(4, 5), from 0 to 19>, … 50 of them], generator=torch.Generator().manual_seed(5))"
    )
