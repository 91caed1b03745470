"""Every differentiable function and module, in its inputs and in its weights, by finite differences."""

from torch.autograd import gradcheck


def test_gradients_are_those_of_finite_differences(case):
    function, inputs = case.build()
    leaves = [x.requires_grad_() for x in inputs if x.is_floating_point()] + case.parameters(function)
    # gradcheck moves the leaves in place; the function reads the very same tensors. In fast mode it compares one drawn
    # sum over all derivatives instead of each by itself.
    assert gradcheck(lambda *_: case.outputs(function(*inputs)), leaves, fast_mode=True)


def test_gradients_reach_every_input_and_every_weight(case):
    function, inputs = case.build()
    leaves = [x.requires_grad_() for x in inputs if x.is_floating_point()] + case.parameters(function)
    sum((output**3).sum() for output in case.outputs(function(*inputs))).backward()
    used = [leaf for leaf in leaves if leaf.grad is not None]
    if case.name == "embed":  # embed is one method of a larger model
        assert len(used) == 2
    else:
        assert len(used) == len(leaves)
    assert all((leaf.grad != 0).any() for leaf in used)


def test_a_masked_softmax_has_gradients_too(attention, draw):
    scores, mask = draw(3, 5).requires_grad_(), draw.mask(3, 5)
    assert gradcheck(lambda s: attention.softmax(attention.apply_mask(s, mask)), [scores])
