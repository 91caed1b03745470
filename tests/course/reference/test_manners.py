"""What the contract promises of every function: inputs stay, dtypes stay, the layout in memory does not matter."""

import pytest
import torch


def test_no_input_and_no_weight_is_changed(case):
    function, inputs = case.build()
    watched = [*inputs, *case.parameters(function)]
    before = [t.detach().clone() for t in watched]
    function(*inputs)
    assert all(torch.equal(now, then) for now, then in zip(watched, before, strict=True))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
def test_what_comes_in_goes_out(case, dtype, device):
    function, inputs = case.build(dtype, device)
    for output in case.outputs(function(*inputs)):
        assert output.dtype == dtype
        assert output.device.type == device


@pytest.mark.parametrize(
    ("dtype", "within"), [(torch.float32, 1e-4), (torch.bfloat16, 0.1)], ids=["float32", "bfloat16"]
)
def test_fewer_digits_give_the_same_answer_less_exactly(case, dtype, within, agree, device):
    function, inputs = case.build(dtype, device)
    exact_function, exact_inputs = case.build(torch.float64)
    got, exact = case.outputs(function(*inputs)), case.outputs(exact_function(*exact_inputs))
    for rough, right in zip(got, exact, strict=True):
        agree(rough.double(), right, within=within)


def test_memory_layout_does_not_matter(case, agree):
    function, inputs = case.build()
    # The same numbers, with the last two dimensions swapped in memory.
    scattered = [x.transpose(-2, -1).contiguous().transpose(-2, -1) for x in inputs]
    assert not all(x.is_contiguous() for x in scattered)
    for got, expected in zip(case.outputs(function(*scattered)), case.outputs(function(*inputs)), strict=True):
        agree(got, expected)
