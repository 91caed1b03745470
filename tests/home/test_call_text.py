"""A call that students are shown can be typed in: here it is, and what comes of it has the sizes that were shown."""

import numpy as np
import pytest

from softmark.checks.values import HandleRef, Rng
from softmark.home.call_text import Writer, array

NORMAL = np.linspace(-1.7, 1.7, 36).reshape(4, 9)
FEW_AND_MANY = {
    "few numbers are shown as they are": (np.array([0.5, -2.0]), "np.array([0.5, -2.0])"),
    "many are drawn": (NORMAL, "np.random.randn(4, 9)"),
    "a rarer dtype is named": (NORMAL.astype("float32"), "(np.random.randn(4, 9)).astype(np.float32)"),
    "numbers near 1000 are": (1000 + 40 * NORMAL, "np.random.randn(4, 9) * 40 + 1000"),
    "tiny ones too": (1e-4 * NORMAL, "np.random.randn(4, 9) * 0.0001"),
    "shares": (NORMAL * 0.1 + 0.5, "np.random.rand(4, 9)"),
    "all the same": (np.full((3, 4), 7.5), "np.full((3, 4), 7.5)"),
    "whole numbers in the range they had": (np.array([*range(3, 20)]), "np.random.randint(3, 20, (17,))"),
    "truth values": (NORMAL > 0, "np.random.rand(4, 9) < 0.5"),
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
        torch.linspace(-2, 2, 12).view(3, 4),
        torch.linspace(900, 1000, 12, dtype=torch.float64),
        torch.ones(()),
        torch.arange(12),
        torch.zeros(2, 6, dtype=torch.int32),
        torch.ones(5, 6, dtype=torch.bool),
        torch.rand(5, 6) < 0.5,
        torch.tensor([[True, False]]),
        torch.tensor([[1.0, -float("inf")]]),
    ):
        typed = eval(array(given).python, {"torch": torch})
        assert (typed.shape, typed.dtype) == (given.shape, given.dtype)


def test_a_causal_mask_is_typed_in_as_it_is():
    torch = pytest.importorskip("torch")
    mask = torch.ones(5, 5, dtype=torch.bool).tril()
    assert torch.equal(eval(array(mask).python, {"torch": torch}), mask)


def test_what_is_masked_already_cannot_be_typed_in():
    scores = np.where(NORMAL > 1, -np.inf, NORMAL)
    assert array(scores).python == "(4, 9) numbers, not all of them finite"
    assert not array(scores).can_run


def test_a_whole_call_runs_after_its_imports():
    pytest.importorskip("torch")
    import torch

    writer = Writer({"functional": "torch.nn.functional", "modules": "torch.nn"})
    writer.made[0] = writer.call("modules.Linear", [("in_features", 4), ("out_features", 2)], dtype="float64")
    layer = writer.call("#0", [("input", torch.linspace(-2, 2, 12, dtype=torch.float64).view(3, 4))])
    assert layer.python.startswith("Linear(in_features=4, out_features=2).double()(input=torch.randn(3, 4, dtype=")
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
    batches = [torch.arange(12).view(3, 4)] * 5
    call = writer.call("train.train", [("batches", batches), ("generator", Rng(5))])
    assert call.python == (
        "train(batches=[torch.randint(0, 12, (3, 4)) for _ in range(5)], generator=torch.Generator().manual_seed(5))"
    )
