"""A call that students are shown can be typed in: here it is, and what comes of it has the sizes that were shown."""

import numpy as np
import pytest

from softmark.checks.values import HandleRef, Rng
from softmark.home.call_text import Writer, array

FEW_AND_MANY = {
    "few numbers are shown as they are": (np.array([0.5, -2.0]), "np.array([0.5, -2.0])"),
    "many are drawn": (np.ones((3, 4)), "np.random.randn(3, 4)"),
    "a rarer dtype is named": (np.ones((3, 4), "float32"), "np.random.randn(3, 4).astype(np.float32)"),
    "whole numbers in the range they had": (np.array([*range(3, 20)]), "np.random.randint(3, 20, (17,))"),
    "truth values": (np.ones((3, 4), bool), "np.random.rand(3, 4) < 0.9"),
    "no numbers at all": (np.ones((0, 4)), "np.random.randn(0, 4)"),
}


@pytest.mark.parametrize("kind", FEW_AND_MANY)
def test_an_array_that_is_typed_in_has_the_same_shape_and_dtype(kind):
    given, shown = FEW_AND_MANY[kind]
    text = array(given)
    assert text.python == shown
    typed = eval(text.python, {"np": np})
    assert (typed.shape, typed.dtype) == (given.shape, given.dtype)


def test_tensors_are_typed_in_alike():
    torch = pytest.importorskip("torch")
    for given in (
        torch.ones(3, 4),
        torch.ones(3, 4, dtype=torch.float64),
        torch.ones(()),
        torch.arange(12),
        torch.zeros(2, 6, dtype=torch.int32),
        torch.ones(5, 6, dtype=torch.bool),
        torch.tensor([[True, False]]),
        torch.tensor([[1.0, -float("inf")]]),
    ):
        typed = eval(array(given).python, {"torch": torch})
        assert (typed.shape, typed.dtype) == (given.shape, given.dtype)


def test_a_whole_call_runs_after_its_imports():
    pytest.importorskip("torch")
    import torch

    writer = Writer({"functional": "torch.nn.functional", "modules": "torch.nn"})
    writer.made[0] = writer.call("modules.Linear", [("in_features", 4), ("out_features", 2)], dtype="float64")
    layer = writer.call("#0", [("input", torch.ones(3, 4, dtype=torch.float64))])
    assert layer.python.startswith("Linear(in_features=4, out_features=2).double()(input=torch.randn(3, 4, dtype=")
    assert layer.line().startswith("type this first:  import torch; from torch.nn import Linear")
    scaled = writer.call("functional.softmax", [("", torch.tensor([0.0, 1.0])), ("dim", -1)])
    for call, shape in ((layer, (3, 2)), (scaled, (2,))):
        names: dict = {}
        exec(call.line().removeprefix("type this first:  ").partition("  (")[0], names)
        assert tuple(eval(call.python, names).shape) == shape


def test_what_cannot_be_typed_in_has_no_imports():
    writer = Writer({"stats": "stats"})
    assert writer.call("stats.mean", [("x", HandleRef(3, "Account"))]).line() == ""
    assert writer.call("stats.mean", [("x", float("nan"))]).line() == ""
    assert writer.call("elsewhere.mean", [("x", 1)]).line() == ""


def test_batches_and_generators():
    torch = pytest.importorskip("torch")
    writer = Writer({"train": "train"})
    batches = [torch.arange(12).view(3, 4)] * 5
    call = writer.call("train.train", [("batches", batches), ("generator", Rng(5))])
    assert call.python == (
        "train(batches=[torch.randint(0, 12, (3, 4)) for _ in range(5)], generator=torch.Generator().manual_seed(5))"
    )
